// The extension only starts `fivetwelve lsp` and runs programs in a terminal; everything that knows
// MIPS is in the binary.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

/** The first version that has a language server. */
const NEEDED = [0, 1, 0];

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const restart = async () => {
    await client?.dispose();
    client = undefined;
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("fivetwelve.restart", restart),
    vscode.commands.registerCommand("fivetwelve.run", (files?: string[]) => execute(["run"], files)),
    vscode.commands.registerCommand("fivetwelve.check", (files?: string[]) =>
      execute(["run", "--check"], files),
    ),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("fivetwelve.path")) {
        await restart();
      }
    }),
    vscode.tasks.registerTaskProvider("fivetwelve", { provideTasks, resolveTask }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
}

function binary(): string {
  return vscode.workspace.getConfiguration("fivetwelve").get<string>("path") || "fivetwelve";
}

async function start(): Promise<void> {
  const problem = await unusable(binary());
  if (problem) {
    const settings = "Open settings";
    void vscode.window.showErrorMessage(problem, settings).then((chosen) => {
      if (chosen) {
        void vscode.commands.executeCommand("workbench.action.openSettings", "fivetwelve.path");
      }
    });
    return;
  }
  client = new LanguageClient(
    "fivetwelve",
    "fivetwelve",
    { command: binary(), args: ["lsp"] },
    {
      documentSelector: [{ language: "mips" }],
      initializationOptions: { codeLens: true },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{asm,s}") },
    },
  );
  await client.start();
}

/** Why a binary can't be used, or nothing if it can. */
async function unusable(path: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(path, ["--version"]);
    const found = /(\d+)\.(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number);
    if (!found) {
      return `${path} is not fivetwelve: it says "${stdout.trim()}". Set fivetwelve.path to the binary.`;
    }
    for (let at = 0; at < NEEDED.length; at++) {
      if (found[at] !== NEEDED[at]) {
        return found[at] > NEEDED[at]
          ? undefined
          : `fivetwelve ${found.join(".")} is too old: this extension needs ${NEEDED.join(".")}.`;
      }
    }
    return undefined;
  } catch {
    return `The binary ${path} can't be started. Install fivetwelve, or set fivetwelve.path to the binary.`;
  }
}

/** The files of a program: those that were given, or the one in the editor. */
function chosen(files?: string[]): string[] | undefined {
  const open = vscode.window.activeTextEditor?.document;
  return files ?? (open?.languageId === "mips" ? [open.uri.fsPath] : undefined);
}

async function execute(words: string[], given?: string[]): Promise<void> {
  const files = chosen(given);
  if (!files) {
    void vscode.window.showErrorMessage("Open a MIPS program first.");
    return;
  }
  await vscode.workspace.saveAll(false);
  await vscode.tasks.executeTask(task(words, files));
}

function task(words: string[], files: string[]): vscode.Task {
  const name = words.join(" ");
  const definition = { type: "fivetwelve", command: name, files };
  const execution = new vscode.ProcessExecution(binary(), [...words, ...files]);
  return new vscode.Task(definition, vscode.TaskScope.Workspace, name, "fivetwelve", execution, "$fivetwelve");
}

function provideTasks(): vscode.Task[] {
  const files = chosen();
  return files ? [task(["asm"], files), task(["run"], files), task(["run", "--check"], files)] : [];
}

function resolveTask(given: vscode.Task): vscode.Task | undefined {
  const { command, files } = given.definition;
  const program = chosen(files);
  return typeof command === "string" && program ? task(command.split(" "), program) : undefined;
}
