// Questions to the workbench, which is behind the server that this page came from, or in a worker of
// the page itself. Nothing else here speaks to either.

const KEY = "fivetwelve:";

/** What the browser keeps for this address; private windows may keep nothing. */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(KEY + name));
  } catch {
    return null;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(KEY + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

const listeners = { lost: [], back: [] };
export const onConnection = (name, listener) => listeners[name].push(listener);
let lost = false;
let worker = null;
const waiting = new Map();
let count = 0;

/** Whether the page has no server. */
export const alone = document.querySelector('meta[name="engine"]') !== null;

function inWorker(question) {
  if (!worker) {
    worker = new Worker("engine.js", { type: "module" });
    worker.onmessage = ({ data }) => {
      waiting.get(data.id)?.(data.reply);
      waiting.delete(data.id);
    };
  }
  return new Promise((resolve) => {
    waiting.set(++count, resolve);
    worker.postMessage({ id: count, question });
  });
}

async function overHttp(question) {
  const response = await fetch("ask", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

/** Asks, and gives the reply; none while nobody answers. */
export async function ask(question) {
  if (alone) return inWorker(question);
  try {
    const reply = await overHttp(question);
    if (lost) {
      lost = false;
      listeners.back.forEach((listener) => listener());
    }
    return reply;
  } catch {
    if (!lost) {
      lost = true;
      listeners.lost.forEach((listener) => listener());
      look();
    }
    return null;
  }
}

/** Asks again and again until somebody answers. */
async function look() {
  while (lost) {
    await new Promise((done) => setTimeout(done, 500));
    if (lost) await ask({ ask: "open" });
  }
}

/** Ends what goes on in the workbench. */
export const interrupt = () =>
  alone ? Promise.resolve() : fetch("stop", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }).catch(() => {});
