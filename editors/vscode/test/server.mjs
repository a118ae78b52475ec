// The protocol library of the extension's client drives the real server: `npm test`, with the binary in
// FIVETWELVE.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node.js";

const { createProtocolConnection, StreamMessageReader, StreamMessageWriter } = protocol;

const folder = mkdtempSync(join(tmpdir(), "fivetwelve-"));
const uri = pathToFileURL(join(folder, "p.asm")).href;
const server = spawn(process.env.FIVETWELVE ?? "fivetwelve", ["lsp"]);
const connection = createProtocolConnection(
  new StreamMessageReader(server.stdout),
  new StreamMessageWriter(server.stdin),
);
const told = new Promise((resolve) => {
  connection.onNotification(protocol.PublishDiagnosticsNotification.type, resolve);
});
connection.listen();

const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
  processId: process.pid,
  rootUri: null,
  capabilities: { textDocument: { completion: { completionItem: { snippetSupport: true } } } },
  initializationOptions: { codeLens: true },
});
assert.equal(capabilities.positionEncoding, "utf-16");
await connection.sendNotification(protocol.InitializedNotification.type, {});
const text = "main: mov $t0, $t1\n li $v0, 10\n syscall\n";
await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
  textDocument: { uri, languageId: "mips", version: 1, text },
});
const { diagnostics } = await told;
assert.deepEqual(diagnostics.map((found) => found.code), ["E0009"]);
const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
  textDocument: { uri },
  range: diagnostics[0].range,
  context: { diagnostics },
});
assert.equal(actions[0].title, "write `move $t0, $t1`");
const edit = actions[0].edit.documentChanges[0].edits[0];
await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
  textDocument: { uri, version: 2 },
  contentChanges: [{ range: edit.range, text: edit.newText }],
});
const lenses = await connection.sendRequest(protocol.CodeLensRequest.type, { textDocument: { uri } });
assert.deepEqual(lenses.map((lens) => lens.command.command), ["run", "debug", "check"].map((word) => `fivetwelve.${word}`));
const items = await connection.sendRequest(protocol.CompletionRequest.type, {
  textDocument: { uri },
  position: { line: 1, character: 1 },
});
assert.ok(items.some((item) => item.label === "lw" && item.textEdit.newText.includes("${1:")));
await connection.sendRequest(protocol.ShutdownRequest.type);
await connection.sendNotification(protocol.ExitNotification.type);
const code = await new Promise((resolve) => server.on("exit", resolve));
assert.equal(code, 0);
rmSync(folder, { recursive: true });
console.log("vscode: the client's protocol library and the server understand each other");
process.exit(0);
