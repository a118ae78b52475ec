// The workbench in a worker, for a page without a server.

import { stored, store } from "./kept.js";
import { asked } from "./link.js";

/** How long a worker may leave a question unanswered when somebody wants it to stop. */
const PATIENCE = 2000;
/** So many workers that break are enough: the next would break, too. */
const MOST_BROKEN = 3;

class Engine {
  /** Opens what `begin` says. */
  constructor(begin) {
    this.waiting = new Map();
    this.count = 0;
    this.worker = new Worker(new URL("engine.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data: { id, reply, broken } }) => {
      this.waiting.get(id)?.(reply);
      this.waiting.delete(id);
      if (broken) this.onBroken?.();
    };
    this.begun = this.post({ begin });
  }

  post(message) {
    const id = ++this.count;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, ...message });
    });
  }

  async ask(question) {
    const begun = await this.begun;
    return begun.is === "refused" ? begun : this.post({ question });
  }

  /** Ends it; whoever waits hears that there is no run. */
  end() {
    this.worker.terminate();
    for (const resolve of this.waiting.values()) resolve({ is: "idle" });
    this.waiting.clear();
  }
}

let engine = null;
let broken = 0;
let heard = () => {};
export const onNew = (listener) => { heard = listener; };

async function start(begin) {
  engine = new Engine(begin);
  const own = engine;
  engine.onBroken = () => own === engine && ++broken <= MOST_BROKEN && restart();
  const { file } = await engine.begun;
  if (file !== undefined) store("open", file);
}

/** A new worker in the place of one that answers no more. Files are as they were; the run is gone. */
async function restart(late = false) {
  engine.end();
  await start({ file: stored("open") });
  heard(late);
}

/** What the address asked for. */
export const wanted = asked();
const begun = wanted.then((wanted) => start({ file: stored("open"), ...wanted }));

export async function ask(question) {
  await begun;
  return BESIDE.includes(question.ask) ? beside(question) : engine.ask(question);
}

/** What takes long is done in a worker of its own, with the files as they are kept. */
const BESIDE = ["check", "game"];
let other = null;
async function beside(question) {
  const begin = { file: stored("open") };
  if (!other) {
    const own = new Engine(begin);
    own.onBroken = () => {
      own.end();
      if (other === own) other = null;
    };
    other = own;
  } else {
    other.begun = other.post({ begin });
  }
  return other.ask(question);
}

/** Programs run in slices, and who wants a pause does not ask again. What is whole or not at all is given up. */
export function interrupt() {
  const [oldest] = engine?.waiting.keys() ?? [];
  const own = engine;
  if (oldest !== undefined) setTimeout(() => own === engine && own.waiting.has(oldest) && restart(true), PATIENCE);
}
