// The worker of a page without a server: the workbench as a module, and the browser's storage as its disk. It answers
// one question after the other. The first message says what to open.

import { all, free, update } from "./storage.js";

const FIRST = "hello.asm";
const encoder = new TextEncoder();
const decoder = new TextDecoder();
let exports = null;

/** Gives the module an order, and gives its answer. */
function order(value) {
  const bytes = encoder.encode(JSON.stringify(value));
  const room = exports.room(bytes.length);
  new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  const length = exports.order();
  return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, exports.answered(), length)));
}

async function get(path) {
  const response = await fetch(new URL(path, import.meta.url));
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response;
}

/** The assignments of the site: their names, with their files and whether the module has them. */
let assignments = new Map();

async function giveAssignment(name) {
  const known = assignments.get(name);
  if (!known || known.starter) return known?.starter ?? {};
  const read = async (path) => [path, [...new Uint8Array(await (await get(`assignments/${name}/${path}`)).arrayBuffer())]];
  const reply = order({ order: "assignment", name, files: Object.fromEntries(await Promise.all(known.files.map(read))) });
  if (reply.is === "refused") throw new Error(reply.why);
  const { starter } = reply;
  // Every assignment has a start.asm: one that stands alone is called like its assignment.
  if (starter.length === 1) starter[0][0] = starter[0][0].replace(/^.*(?=\.)/, name);
  known.starter = Object.fromEntries(starter);
  return known.starter;
}

/** Makes the module. */
async function make() {
  const [module, site] = await Promise.all([
    get("engine.wasm").then((response) => response.arrayBuffer()),
    get("site.json").then((response) => response.json()),
  ]);
  const page = { now: () => performance.timeOrigin + performance.now(), chance: () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32 };
  assignments = new Map(site.assignments.map((assignment) => [assignment.name, { files: assignment.files, starter: null }]));
  exports = (await WebAssembly.instantiate(module, { page })).instance.exports;
}

/** Opens what is asked for: a program of a link, an assignment's first file, or a file that is kept. */
async function open({ file, shared, start }) {
  if (!exports) await make();
  // A browser that keeps nothing is no reason not to begin: saving will say so.
  const files = await all().catch(() => ({}));
  const add = async (name, text) => {
    if (files[name] !== undefined) return;
    files[name] = text;
    await update(name, (kept) => kept ?? text).catch(() => {});
  };
  let wanted = file;
  if (shared) {
    wanted = free(files, shared.name, shared.text);
    await add(wanted, shared.text);
  } else if (start || !Object.keys(files).length) {
    const name = start ?? assignments.keys().next().value;
    const starter = Object.entries(name ? await giveAssignment(name).catch(() => ({})) : {});
    for (const [own, text] of starter) await add(own, text);
    wanted = (starter.find(([own]) => /\.(asm|s)$/i.test(own)) ?? starter[0])?.[0] ?? wanted;
  }
  if (!Object.keys(files).length) await add(FIRST, await (await get(FIRST)).text());
  if (files[wanted] === undefined) wanted = Object.keys(files)[0];
  order({ order: "open", file: wanted, files, assignments: [...assignments.keys()] });
  return { is: "begun", file: wanted };
}

/** A document has a new text: it is kept before anybody says so, unless another page has changed it meanwhile. */
async function edit(question) {
  const { file } = question;
  let reply = null;
  await update(file, (kept) => {
    order({ order: "kept", file, text: kept ?? null });
    reply = order({ order: "ask", question });
    return reply.is === "edited" && reply.conflict === null && reply.failure === null ? question.text : undefined;
  }).catch((error) => {
    reply ??= order({ order: "ask", question });
    if (reply.is === "edited") reply.failure = String(error?.message ?? error);
  });
  return reply;
}

async function answer(question) {
  if (question.ask === "edit") return edit(question);
  if (["check", "task"].includes(question.ask)) await giveAssignment(question.assignment);
  return order({ order: "ask", question });
}

let last = Promise.resolve();
onmessage = ({ data: { id, question, begin } }) => {
  last = last.then(async () => {
    try {
      postMessage({ id, reply: await (begin ? open(begin) : answer(question)) });
    } catch (error) {
      // A module that has trapped is of no use any more; its page makes a new one.
      const broken = error instanceof WebAssembly.RuntimeError || !exports;
      postMessage({ id, broken, reply: { is: "refused", why: String(error?.message ?? error) } });
    }
  });
};
