// Questions to the workbench, which is behind the server that this page came from, or in a worker of
// the page itself. Nothing else here speaks to either.

import { alone } from "./kept.js";

const worker = alone ? await import("./alone.js") : null;

const listeners = { lost: [], back: [], again: [] };
/** Nobody answers any more ("lost"), somebody does ("back"), or a new workbench does ("again"), because the old one took too long or broke. */
export const onConnection = (name, listener) => listeners[name].push(listener);
const tell = (name, ...facts) => listeners[name].forEach((listener) => listener(...facts));
let lost = false;

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
  if (alone) return worker.ask(question);
  try {
    const reply = await overHttp(question);
    if (lost) {
      lost = false;
      tell("back");
    }
    return reply;
  } catch {
    if (!lost) {
      lost = true;
      tell("lost");
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
  alone ? worker.interrupt() : fetch("stop", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }).catch(() => {});

if (alone) worker.onNew((late) => tell("again", late));
