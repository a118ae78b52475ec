// The test explorer: the tests of an assignment that students see, for each program that is open.

import * as vscode from "vscode";
import { printed } from "./binary";

/** What the server knows of a program's assignment. */
interface Known {
  assignment: string;
  title: string;
  tests: { test: string; title: string }[];
}

/** What `fivetwelve check --json` prints, as far as it is shown. */
interface Checked {
  tests: { test: string; status: string; summary: string; failures: Failure[] }[];
}

interface Failure {
  given?: string[];
  sentences: string[];
  hint?: string | null;
  shown: { text?: { role: string; label: string; text: string } }[];
  lines: { line: number; marked: boolean }[];
}

/** Asks the server to carry out a command about a document. */
export type Ask = (command: string, uri: vscode.Uri) => Promise<unknown>;

export class Explorer implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("fivetwelve", "MIPS programs");
  private readonly assignments = new Map<string, string>();

  constructor(private readonly ask: Ask) {
    const kind = vscode.TestRunProfileKind.Run;
    this.controller.createRunProfile("Check", kind, (request, token) => this.run(request, token), true);
    this.controller.refreshHandler = () => this.refresh();
  }

  dispose(): void {
    this.controller.dispose();
  }

  async refresh(): Promise<void> {
    await Promise.all(vscode.workspace.textDocuments.map((document) => this.add(document)));
  }

  /** A program with the tests of its assignment. */
  async add(document: vscode.TextDocument): Promise<vscode.TestItem | undefined> {
    if (document.languageId !== "mips" || document.uri.scheme !== "file") {
      return undefined;
    }
    const { uri } = document;
    const known = (await this.ask("fivetwelve.tests", uri).catch(() => null)) as Known | null;
    if (!known) {
      this.controller.items.delete(uri.toString());
      return undefined;
    }
    this.assignments.set(uri.toString(), known.assignment);
    const name = vscode.workspace.asRelativePath(uri);
    const program = this.controller.createTestItem(uri.toString(), name, uri);
    program.description = known.title;
    program.children.replace(
      known.tests.map(({ test, title }, index) => {
        const item = this.controller.createTestItem(test, title, uri);
        item.description = test;
        item.sortText = String(index).padStart(4, "0");
        return item;
      }),
    );
    this.controller.items.add(program);
    return program;
  }

  /** Runs the tests of a program, or some of them; whether there are any. */
  async check(document: vscode.TextDocument, only?: string[] | null): Promise<boolean> {
    const program = await this.add(document);
    if (!program) {
      return false;
    }
    const chosen = only?.flatMap((test) => program.children.get(test) ?? []);
    const token = new vscode.CancellationTokenSource().token;
    await this.run(new vscode.TestRunRequest(chosen ?? [program]), token);
    return true;
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    await vscode.workspace.saveAll(false);
    const run = this.controller.createTestRun(request);
    const included = request.include ?? [...this.controller.items].map(([, item]) => item);
    const programs = new Map<vscode.TestItem, vscode.TestItem[]>();
    for (const item of included) {
      const program = item.parent ?? item;
      const tests = item.parent ? [item] : [...item.children].map(([, test]) => test);
      const wanted = tests.filter((test) => !request.exclude?.includes(test));
      programs.set(program, [...(programs.get(program) ?? []), ...wanted]);
    }
    for (const [program, tests] of programs) {
      if (!token.isCancellationRequested) {
        await this.runProgram(run, program, tests, token);
      }
    }
    run.end();
  }

  private async runProgram(
    run: vscode.TestRun,
    program: vscode.TestItem,
    tests: vscode.TestItem[],
    token: vscode.CancellationToken,
  ): Promise<void> {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    const all = tests.length === program.children.size;
    const only = all ? [] : tests.flatMap((test) => ["--only", test.id]);
    const words = ["check", this.assignments.get(program.id)!, program.uri!.fsPath, "--json", ...only];
    tests.forEach((test) => run.started(test));
    let checked: Checked;
    try {
      checked = JSON.parse(await printed(words, [0, 1], abort.signal)) as Checked;
    } catch (error) {
      const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
      tests.forEach((test) => (abort.signal.aborted ? run.skipped(test) : run.errored(test, message)));
      return;
    }
    for (const test of tests) {
      const result = checked.tests.find((found) => found.test === test.id);
      if (result?.status === "passed") {
        run.passed(test);
      } else if (result?.status === "failed") {
        const messages = result.failures.map((failure) => message(failure, program.uri!));
        run.failed(test, messages.length > 0 ? messages : [new vscode.TestMessage(result.summary)]);
      } else {
        run.skipped(test);
      }
      run.appendOutput(`${test.label}: ${result?.summary ?? "not run"}\r\n`, undefined, test);
    }
    // What the checker found while they ran becomes diagnostics.
    await this.ask("fivetwelve.findings", program.uri!).catch(() => null);
  }
}

function message(failure: Failure, uri: vscode.Uri): vscode.TestMessage {
  const texts = failure.shown.flatMap(({ text }) => text ?? []);
  const role = (name: string) => texts.find((text) => text.role === name)?.text;
  const [expected, got] = [role("expected"), role("got")];
  const sentences = [...(failure.given ?? []), ...failure.sentences, failure.hint].filter(Boolean);
  const rest = texts.filter((text) => expected === undefined || !["expected", "got"].includes(text.role));
  const words = [sentences.join("\n"), ...rest.map(({ label, text }) => `${label}:\n${text.trimEnd()}`)].join("\n\n");
  const told =
    expected !== undefined && got !== undefined
      ? vscode.TestMessage.diff(words, expected, got)
      : new vscode.TestMessage(words);
  const line = failure.lines.find((line) => line.marked)?.line ?? 1;
  told.location = new vscode.Location(uri, new vscode.Position(line - 1, 0));
  return told;
}
