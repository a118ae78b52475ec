// Running and debugging programs: tasks, and the debug adapter.

import { dirname } from "node:path";
import * as vscode from "vscode";
import { binary } from "./binary";

/** What a lens of the server says about the function below it. */
export interface Lens {
  files: string[];
  /** Absent above `main`. */
  function?: string | null;
  /** The assignment, and the names of its tests that call the function. */
  assignment?: string | null;
  tests?: string[] | null;
}

/** What is meant: by a lens, or else the program in the editor. */
export function meant(lens?: Lens): Lens | undefined {
  const open = vscode.window.activeTextEditor?.document;
  const program = lens ?? (open?.languageId === "mips" ? { files: [open.uri.fsPath] } : undefined);
  if (!program) {
    void vscode.window.showErrorMessage("Open a MIPS program first.");
  }
  return program;
}

/** Runs a program, or the tests that call a function. */
export async function run(lens?: Lens): Promise<void> {
  const program = meant(lens);
  if (!program) {
    return;
  }
  await vscode.workspace.saveAll(false);
  const only = program.function && program.assignment ? (program.tests ?? []) : [];
  const words =
    only.length > 0
      ? ["check", program.assignment!, program.files[0], ...only.flatMap((test) => ["--only", test])]
      : ["run", ...program.files];
  await vscode.tasks.executeTask(task(words[0], words, program.files));
}

/** Debugs a program, from its start or from where a function is entered first. */
export async function debug(lens?: Lens): Promise<void> {
  const program = meant(lens);
  if (!program) {
    return;
  }
  const { files, function: label } = program;
  const known = vscode.debug.breakpoints.some(
    (point) => point instanceof vscode.FunctionBreakpoint && point.functionName === label,
  );
  if (label && !known) {
    vscode.debug.addBreakpoints([new vscode.FunctionBreakpoint(label)]);
  }
  const configuration = { ...launch(files[0]), program: files, stopOnEntry: !label };
  await vscode.debug.startDebugging(vscode.workspace.getWorkspaceFolder(vscode.Uri.file(files[0])), configuration);
}

function launch(program: string): vscode.DebugConfiguration {
  return { type: "mips", request: "launch", name: "Debug", program, stopOnEntry: true };
}

export const debugConfigurations: vscode.DebugConfigurationProvider = {
  provideDebugConfigurations: () => [launch("${file}")],
  // Without a launch.json the program in the editor is meant.
  resolveDebugConfiguration: (_folder, given) => {
    const open = vscode.window.activeTextEditor?.document;
    return given.type || open?.languageId !== "mips" ? given : launch(open.uri.fsPath);
  },
  resolveDebugConfigurationWithSubstitutedVariables: async (folder, given) => {
    await vscode.workspace.saveAll(false);
    const program = [given.program].flat()[0];
    const cwd = given.cwd ?? folder?.uri.fsPath ?? (program ? dirname(program) : undefined);
    return { ...given, cwd };
  },
};

export const debugAdapter: vscode.DebugAdapterDescriptorFactory = {
  createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(binary(), ["dap"]),
};

function task(name: string, words: string[], files: string[]): vscode.Task {
  const definition = { type: "fivetwelve", command: name, files };
  const execution = new vscode.ProcessExecution(binary(), words);
  return new vscode.Task(definition, vscode.TaskScope.Workspace, name, "fivetwelve", execution, "$fivetwelve");
}

export const tasks: vscode.TaskProvider = {
  provideTasks: () => {
    const open = vscode.window.activeTextEditor?.document;
    const files = open?.languageId === "mips" ? [open.uri.fsPath] : [];
    const commands = files.length > 0 ? ["asm", "run", "run --check"] : [];
    return commands.map((command) => task(command, [...command.split(" "), ...files], files));
  },
  resolveTask: (given) => {
    const { command, files } = given.definition;
    const program = files ?? vscode.window.activeTextEditor?.document.uri.fsPath;
    const words = [...String(command).split(" "), ...[program].flat()];
    const made = task(String(command), words, files);
    // The definition has to stay the one that was asked for.
    return program && new vscode.Task(given.definition, vscode.TaskScope.Workspace, made.name, made.source, made.execution, made.problemMatchers);
  },
};
