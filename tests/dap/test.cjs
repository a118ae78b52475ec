// `fivetwelve dap` against a client that others wrote: the one with which Microsoft tests debug
// adapters. Run by scripts/dap-test: `node test.cjs BINARY`, with the client in NODE_PATH.

const assert = require("assert");
const fs = require("fs");
const net = require("net");
const os = require("os");
const path = require("path");
const { spawn } = require("child_process");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const binary = path.resolve(process.argv[2]);
const program = path.join(__dirname, "sums.asm");
const source = { path: program };
const threadId = 1;

const tests = {};

/** A client whose program has this input, with these breakpoints, stopped where it stops first. */
async function stopped(launch, configure = async () => {}) {
  const client = new DebugClient(binary, "dap", "mips");
  await client.start();
  await client.initializeRequest();
  const initialized = client.waitForEvent("initialized");
  await client.launchRequest({ program, ...launch });
  await initialized;
  const event = client.waitForEvent("stopped");
  await configure(client);
  await client.configurationDoneRequest();
  await event;
  return client;
}

/** Does something that moves, and waits for the stop. */
async function moves(client, request) {
  const event = client.waitForEvent("stopped");
  await request;
  return (await event).body;
}

async function frames(client) {
  return (await client.stackTraceRequest({ threadId })).body.stackFrames;
}

async function line(client) {
  return (await frames(client))[0].line;
}

async function values(client, reference) {
  const answer = await client.variablesRequest({ variablesReference: reference });
  return Object.fromEntries(answer.body.variables.map((row) => [row.name, row.value]));
}

async function evaluate(client, expression, context = "watch") {
  return (await client.evaluateRequest({ expression, context })).body.result;
}

async function refused(promise) {
  try {
    await promise;
  } catch (error) {
    return error.message;
  }
  throw new Error("it was not refused");
}

/** Waits until what a stream says, in however many pieces, matches. */
function said(stream, pattern) {
  return new Promise((found, failed) => {
    let text = "";
    const look = (piece) => {
      text += piece;
      const match = text.match(pattern);
      if (match) {
        stream.off("data", look);
        found(match);
      }
    };
    stream.on("data", look);
    stream.on("error", failed);
    stream.on("end", () => failed(new Error(`it ended after: ${text}`)));
  });
}

tests["stops at the entry, steps forwards and backwards"] = async () => {
  const client = await stopped({ stopOnEntry: true, input: "5\n0\n" });
  assert.deepStrictEqual((await client.threadsRequest()).body.threads, [{ id: 1, name: "program" }]);
  assert.strictEqual(await line(client), 9);
  await moves(client, client.nextRequest({ threadId }));
  await moves(client, client.nextRequest({ threadId }));
  assert.strictEqual(await evaluate(client, "$v0"), "5");
  for (const expected of [12, 13]) {
    await moves(client, client.nextRequest({ threadId }));
    assert.strictEqual(await line(client), expected);
  }
  await moves(client, client.stepInRequest({ threadId }));
  assert.deepStrictEqual((await frames(client)).map((f) => [f.name, f.line]), [["add", 15], ["main program", 13]]);
  await moves(client, client.stepOutRequest({ threadId }));
  assert.strictEqual(await line(client), 14);
  await moves(client, client.stepBackRequest({ threadId }));
  assert.strictEqual(await line(client), 13);
  await moves(client, client.stepInRequest({ threadId, granularity: "instruction" }));
  await moves(client, client.stepInRequest({ threadId, granularity: "instruction" }));
  assert.strictEqual(await line(client), 15);
  const body = await moves(client, client.reverseContinueRequest({ threadId }));
  assert.strictEqual(body.description, "This is the start of the program.");
  await client.disconnectRequest();
};

tests["hits breakpoints with conditions, counts and messages"] = async () => {
  let answer;
  const client = await stopped({ input: "5\n7\n9\n0\n" }, async (client) => {
    const breakpoints = [
      { line: 17, condition: "$a0 == 7" },
      { line: 8 },
      { line: 15, logMessage: "adds {$a0}" },
      { line: 11, hitCondition: "4" },
      { line: 12, condition: "$a0 ==" },
      { line: 99 },
    ];
    answer = (await client.setBreakpointsRequest({ source, breakpoints })).body.breakpoints;
    await client.setBreakpointsRequest({ source, breakpoints: breakpoints.filter((b) => b.line != 8) });
  });
  assert.deepStrictEqual(answer.map((b) => [b.verified, b.line]), [
    [true, 17], [true, 9], [true, 15], [true, 11], [false, undefined], [false, undefined],
  ]);
  assert.strictEqual(answer[4].message, "expected a value, found the end, in column 7");
  assert.deepStrictEqual([await line(client), await evaluate(client, "$t0")], [17, "12 (0xc)"]);
  let log = "";
  client.on("output", (event) => (log += event.body.category === "console" ? event.body.output : ""));
  const stop = await moves(client, client.continueRequest({ threadId }));
  assert.deepStrictEqual([stop.reason, await line(client), log], ["breakpoint", 11, "adds 9\n"]);
  await moves(client, client.reverseContinueRequest({ threadId }));
  assert.strictEqual(await line(client), 17);
  await client.disconnectRequest();
};

tests["watches data, functions and instructions"] = async () => {
  const client = await stopped({ input: "5\n0\n" }, async (client) => {
    const breakpoints = [{ name: "add" }, { name: "total" }];
    const made = (await client.setFunctionBreakpointsRequest({ breakpoints })).body.breakpoints;
    assert.deepStrictEqual(made.map((b) => b.verified), [true, false]);
  });
  assert.strictEqual(await line(client), 15);
  const info = (await client.dataBreakpointInfoRequest({ name: "total" })).body;
  assert.strictEqual(info.dataId, "total");
  await client.setDataBreakpointsRequest({ breakpoints: [{ dataId: "total", accessType: "write" }] });
  const stop = await moves(client, client.continueRequest({ threadId }));
  assert.deepStrictEqual(
    [stop.reason, stop.description],
    ["data breakpoint", "Watchpoint 2: word(total) was 0, is 5 by " + program + ":17."],
  );
  const instructions = (await client.disassembleRequest({
    memoryReference: (await frames(client))[0].instructionPointerReference,
    instructionOffset: -1, instructionCount: 2,
  })).body.instructions;
  assert.deepStrictEqual(instructions.map((row) => row.instruction), ["sw $t0, 0($at)", "jr $ra"]);
  await client.customRequest("setInstructionBreakpoints", {
    breakpoints: [{ instructionReference: "0x00400000", offset: 4 }],
  });
  await moves(client, client.continueRequest({ threadId }));
  assert.strictEqual(await line(client), 10);
  await client.disconnectRequest();
};

tests["shows and changes values"] = async () => {
  const client = await stopped({ input: "5\n0\n" }, async (client) => {
    await client.setBreakpointsRequest({ source, breakpoints: [{ line: 16 }] });
  });
  const scopes = (await client.scopesRequest({ frameId: 1 })).body.scopes;
  const reference = Object.fromEntries(scopes.map((s) => [s.name, s.variablesReference]));
  assert.strictEqual((await values(client, reference["Registers"]))["$a0"], "5");
  assert.deepStrictEqual(await values(client, reference["Data"]), {
    total: "0", list: "3 elements", text: '"total "',
  });
  const data = (await client.variablesRequest({ variablesReference: reference["Data"] })).body.variables;
  assert.deepStrictEqual(await values(client, data[1].variablesReference), { "[0]": "1", "[1]": "2", "[2]": "3" });
  await values(client, reference["Floating point"]);
  assert.strictEqual((await values(client, reference["Coprocessor 0"])).status, "0x0000ff11");
  const memory = (await client.customRequest("readMemory", { memoryReference: data[1].memoryReference, count: 12 })).body;
  assert.deepStrictEqual([...Buffer.from(memory.data, "base64")], [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]);
  await client.setVariableRequest({ variablesReference: reference["Registers"], name: "$a0", value: "40 + 2" });
  await client.customRequest("writeMemory", { memoryReference: data[1].memoryReference, data: "/w==" });
  assert.strictEqual(await evaluate(client, "list"), "255 (0xff)");
  assert.match(await evaluate(client, "origin $a0", "repl"), /set by hand at step/);
  assert.match(await refused(client.evaluateRequest({ expression: "$a0 +", context: "watch" })), /expected a value/);
  const completed = (await client.completionsRequest({ text: "origin $t", column: 10 })).body.targets;
  assert.ok(completed.some((target) => target.label === "$t0" && target.start === 7));
  await client.setBreakpointsRequest({ source, breakpoints: [] });
  const output = client.assertOutput("stdout", "total 42");
  const end = client.waitForEvent("terminated");
  await client.continueRequest({ threadId });
  await Promise.all([output, end]);
  await client.disconnectRequest();
};

tests["stops at an error, goes back from it, and to lines"] = async () => {
  const client = await stopped({ input: "-3\n0\n" });
  assert.strictEqual(await line(client), 29);
  const info = (await client.exceptionInfoRequest({ threadId })).body;
  assert.match(info.description, /multiple of 4/);
  assert.match(info.details.message, /not aligned/);
  await moves(client, client.stepBackRequest({ threadId }));
  assert.strictEqual(await line(client), 29);
  await moves(client, client.stepBackRequest({ threadId }));
  assert.strictEqual(await line(client), 26);
  const targets = (await client.gotoTargetsRequest({ source, line: 10 })).body.targets;
  await moves(client, client.gotoRequest({ threadId, targetId: targets[0].id }));
  assert.deepStrictEqual([await line(client), await evaluate(client, "step")], [10, "1"]);
  await moves(client, client.gotoRequest({ threadId, targetId: targets[1].id }));
  assert.deepStrictEqual([await line(client), await evaluate(client, "word(total)")], [10, "-3 (0xfffffffd)"]);
  await moves(client, client.restartRequest({}));
  assert.strictEqual(await evaluate(client, "step"), "0");
  await client.disconnectRequest();
};

tests["launches several files, with arguments and a file of input"] = async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dap-"));
  const file = (name, text) => fs.writeFileSync(path.join(folder, name), text);
  file("main.asm", ".globl main\nmain: move $s0, $a0\nli $v0, 5\nsyscall\njal twice\nnop\n");
  file("twice.asm", ".globl twice\ntwice: sll $v0, $v0, 1\njr $ra\n");
  file("in.txt", "21\n");
  const last = { path: path.join(folder, "main.asm") };
  const until = (line) => (client) => client.setBreakpointsRequest({ source: last, breakpoints: [{ line }] });
  // The second is found beside the first, which needs it.
  for (const files of [["twice.asm"], []]) {
    const several = { cwd: folder, program: "main.asm", files };
    const client = await stopped({ ...several, args: ["a", "b"], stdin: "in.txt" }, until(6));
    assert.deepStrictEqual([await evaluate(client, "$v0"), await evaluate(client, "$s0")], ["42 (0x2a '*')", "2"]);
    assert.strictEqual(await evaluate(client, "$v0", "hover"), "42 (0x2a '*')");
    await client.disconnectRequest();
  }
  fs.rmSync(folder, { recursive: true });
};

/** A client that begins at a failure, and what it is told of it. */
async function failed(launch) {
  let told = "";
  const client = new DebugClient(binary, "dap", "mips");
  await client.start();
  client.on("output", (event) => (told += event.body.category === "console" ? event.body.output : ""));
  await client.initializeRequest();
  const initialized = client.waitForEvent("initialized");
  await client.launchRequest(launch);
  await initialized;
  await moves(client, client.configurationDoneRequest());
  return [client, told];
}

tests["begins where a game goes wrong, with what should have come beside what came"] = async () => {
  const [client, told] = await failed({
    cwd: path.join(__dirname, "../../asm/faulty"), program: "double-merge.asm", script: "2 2 2 4 0 0 0 0 0 0 A ; draws: none",
  });
  assert.match(told, /^before +should be +yours/);
  assert.match(told, /cell \(1,1\) should be 4, yours is 8/);
  assert.strictEqual((await frames(client))[0].name, "print_integer");
  assert.deepStrictEqual([await line(client), await evaluate(client, "step")], [262, "648 (0x288)"]);
  await client.disconnectRequest();
};

tests["begins where two programs differ"] = async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "dap-"));
  const asks = (becomes) => `li $v0, 5\nsyscall\n${becomes}\nli $v0, 1\nsyscall\nli $v0, 10\nsyscall\n`;
  fs.writeFileSync(path.join(folder, "mine.asm"), asks("addi $a0, $v0, 2"));
  fs.writeFileSync(path.join(folder, "right.asm"), asks("addi $a0, $v0, 1"));
  const launch = { cwd: folder, program: "mine.asm", reference: "right.asm", input: "5\n" };
  const [client, told] = await failed(launch);
  assert.match(told, /After the first line of input, `1` should be printed, but `2` is/);
  assert.deepStrictEqual([await line(client), await evaluate(client, "$a0")], [5, "2"]);
  await client.disconnectRequest();
  const other = new DebugClient(binary, "dap", "mips");
  await other.start();
  await other.initializeRequest();
  assert.match(await refused(other.launchRequest({ ...launch, compare: "words" })), /invalid value 'words'/);
  await other.disconnectRequest();
  fs.rmSync(folder, { recursive: true });
};

tests["goes on to the end where errors don't stop it"] = async () => {
  const client = await stopped({ stopOnEntry: true, input: "-3\n0\n" });
  await client.setExceptionBreakpointsRequest({ filters: [] });
  const end = client.waitForEvent("terminated");
  await client.continueRequest({ threadId });
  await end;
  await client.disconnectRequest();
};

tests["takes input from the debug console"] = async () => {
  const client = await stopped({ stopAtEnd: true });
  assert.strictEqual(await line(client), 10);
  await moves(client, evaluate(client, "20", "repl"));
  await moves(client, evaluate(client, "3", "repl"));
  const output = client.assertOutput("stdout", "total 23");
  await moves(client, evaluate(client, "0", "repl"));
  await output;
  await moves(client, evaluate(client, "reverse-to-output", "repl"));
  assert.strictEqual(await line(client), 25);
  const end = client.waitForEvent("terminated");
  await client.terminateRequest();
  await end;
  await client.disconnectRequest();
};

tests["pauses a program that does not end"] = async () => {
  const client = new DebugClient(binary, "dap", "mips");
  await client.start();
  await client.initializeRequest();
  const initialized = client.waitForEvent("initialized");
  await client.launchRequest({ program: path.join(__dirname, "endless.asm") });
  await initialized;
  await client.configurationDoneRequest();
  const body = await moves(client, client.pauseRequest({ threadId }));
  assert.strictEqual(body.description, "Interrupted.");
  await moves(client, client.stepBackRequest({ threadId }));
  await client.disconnectRequest();
};

tests["refuses what it can't do with a reason"] = async () => {
  const client = new DebugClient(binary, "dap", "mips");
  await client.start();
  await client.initializeRequest();
  assert.match(await refused(client.launchRequest({})), /launch needs `program`/);
  assert.match(await refused(client.launchRequest({ program: "nowhere.asm" })), /does not assemble/);
  assert.match(await refused(client.stackTraceRequest({ threadId })), /no program has been launched/);
  assert.match(await refused(client.customRequest("dance")), /there is no request `dance`/);
  await client.disconnectRequest();
};

tests["serves a port, survives malformed messages and a client that disappears"] = async () => {
  const adapter = spawn(binary, ["dap", "--port", "0"]);
  const port = Number((await said(adapter.stderr, /:(\d+)\s/))[1]);
  try {
    const socket = net.connect(port, "127.0.0.1");
    socket.write("Content-Length: 5\r\n\r\n{oops");
    await said(socket, /could not be understood/);
    socket.destroy();
    const client = new DebugClient(binary, "dap", "mips");
    await client.start(port);
    await client.initializeRequest();
    const initialized = client.waitForEvent("initialized");
    await client.launchRequest({ program, stopOnEntry: true });
    await initialized;
    await moves(client, client.configurationDoneRequest());
    assert.strictEqual(await line(client), 9);
    await client.disconnectRequest();
  } finally {
    adapter.kill();
  }
};

(async () => {
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await Promise.race([
        test(),
        new Promise((_, fail) => setTimeout(fail, 60000, new Error("no answer for a minute")).unref()),
      ]);
      console.log(`ok: ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED: ${name}\n${error.stack}`);
    }
  }
  process.exit(failed === 0 ? 0 : 1);
})();
