// The extension only starts `fivetwelve` and shows what it says; everything that knows MIPS is in the
// binary.

import * as vscode from "vscode";
import { ExecuteCommandRequest, LanguageClient } from "vscode-languageclient/node";
import { binary, isUsable } from "./binary";
import { type Lens, debug, debugAdapter, debugConfigurations, meant, run, tasks } from "./programs";
import { Explorer } from "./tests";

let client: LanguageClient | undefined;
let explorer: Explorer;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  explorer = new Explorer(ask);
  context.subscriptions.push(
    explorer,
    vscode.commands.registerCommand("fivetwelve.restart", restart),
    vscode.commands.registerCommand("fivetwelve.run", run),
    vscode.commands.registerCommand("fivetwelve.debug", debug),
    vscode.commands.registerCommand("fivetwelve.check", check),
    vscode.workspace.onDidOpenTextDocument((document) => explorer.add(document)),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("fivetwelve")) {
        await restart();
      }
    }),
    vscode.tasks.registerTaskProvider("fivetwelve", tasks),
    vscode.debug.registerDebugConfigurationProvider("mips", debugConfigurations),
    vscode.debug.registerDebugAdapterDescriptorFactory("mips", debugAdapter),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.dispose();
}

async function start(): Promise<void> {
  if (!(await isUsable())) {
    return;
  }
  const assignment = vscode.workspace.getConfiguration("fivetwelve").get<string>("assignment");
  client = new LanguageClient(
    "fivetwelve",
    "fivetwelve",
    { command: binary(), args: ["lsp"] },
    {
      documentSelector: [{ language: "mips" }],
      initializationOptions: { codeLens: true, assignment: assignment || null },
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{asm,s,toml}") },
    },
  );
  await client.start();
  await explorer.refresh();
}

async function restart(): Promise<void> {
  await client?.dispose();
  client = undefined;
  await start();
}

async function ask(command: string, uri: vscode.Uri): Promise<unknown> {
  return client?.sendRequest(ExecuteCommandRequest.type, {
    command,
    arguments: [client.code2ProtocolConverter.asUri(uri)],
  });
}

/** Runs the visible tests of a program, and shows what the checker found in these runs. */
async function check(lens?: Lens): Promise<void> {
  const program = meant(lens);
  if (!program) {
    return;
  }
  await vscode.workspace.saveAll(false);
  const document = await vscode.workspace.openTextDocument(program.files[0]);
  if (await explorer.check(document, program.tests)) {
    await vscode.commands.executeCommand("testing.showMostRecentOutput");
    return;
  }
  try {
    await ask("fivetwelve.findings", document.uri);
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}
