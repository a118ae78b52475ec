// The run: who asks it to go on, slice by slice, and tells the views where it is.

import { ask, interrupt } from "./ask.js";

const NAP = 250;
const SHOWN_EVERY = 60;

export class Machine {
  /** `on` hears of: mode ("idle", "paused", "running"), moment, progress, refused. */
  constructor(on) {
    this.on = on;
    this.mode = "idle";
    this.moment = null;
    this.queue = [];
    this.wanted = null;
    this.stopping = false;
  }

  setMode(mode) {
    this.mode = mode;
    this.on.mode(mode);
  }

  take(reply, before = this.moment) {
    if (!reply) {
      this.setMode(this.moment ? "paused" : "idle");
      return false;
    }
    if (reply.is === "idle") {
      this.moment = null;
      this.setMode("idle");
      return false;
    }
    if (reply.is !== "moment") {
      if (reply.is === "refused") this.on.refused(reply.why);
      if (this.mode === "running") this.setMode(this.moment ? "paused" : "idle");
      return false;
    }
    this.moment = reply;
    this.on.screens(reply.devices);
    if (reply.look) {
      this.setMode("paused");
      this.on.moment(reply, before);
    }
    return true;
  }

  /** Assembles the program and stands at its start; whether it can run. */
  async start(input = "", again = {}) {
    await this.pause();
    this.queue = [];
    this.moment = null;
    return this.take(await ask({ ask: "start", input, ...again, devices: this.on.wanted() }));
  }

  async quit() {
    await this.pause();
    this.take(await ask({ ask: "quit" }));
  }

  /** Goes on in a way until something stops it. */
  async go(how) {
    if (this.mode === "running") return;
    if (this.mode === "idle" && !(await this.start())) return;
    const before = this.moment;
    this.how = how;
    this.stopping = false;
    this.setMode("running");
    this.loop = this.goOn(how, before);
    await this.loop;
  }

  async goOn(how, before) {
    let more = false;
    let seen = before?.written ?? 0;
    let last = 0;
    while (true) {
      const reply = await ask({ ask: "go", how, more, seen });
      if (!reply || reply.is !== "moment" || reply.look) {
        const queued = this.queue.length > 0 && reply?.why?.is === "input" && !this.stopping;
        if (!queued) return this.take(reply, before);
        await ask({ ask: "input", text: this.queue.shift() });
        more = true;
        continue;
      }
      more = true;
      this.on.screens(reply.devices);
      const now = performance.now();
      if (now - last > SHOWN_EVERY) {
        last = now;
        seen = reply.written;
        this.on.progress(reply);
      }
      if (this.stopping) return this.take(await ask({ ask: "seek", step: reply.step }), before);
      if (reply.why.is === "sleep") await this.nap(Math.min(reply.why.milliseconds, NAP));
    }
  }

  nap(milliseconds) {
    return new Promise((done) => {
      this.wake = done;
      setTimeout(done, milliseconds);
    });
  }

  async pause() {
    if (this.mode !== "running") return;
    this.stopping = true;
    this.wake?.();
    interrupt();
    await this.loop;
  }

  /** To a step; while one drag is on its way, only the last one behind it counts. */
  async seek(step) {
    this.wanted = step;
    if (this.seeking) return;
    this.seeking = true;
    await this.pause();
    while (this.wanted !== null) {
      const target = this.wanted;
      this.wanted = null;
      this.take(await ask({ ask: "seek", step: target }));
    }
    this.seeking = false;
  }

  async seekOutput(byte) {
    return this.take(await ask({ ask: "seek_output", byte }));
  }

  /** A line is typed: the program goes on if it waits for one, else it finds it later. */
  async type(text) {
    if (this.moment?.why.is !== "input" || this.mode !== "paused") {
      this.queue.push(text);
      return;
    }
    if (this.take(await ask({ ask: "input", text }))) await this.go(this.how ?? "run");
  }

  async set(place, value) {
    const reply = await ask({ ask: "set", place, value });
    this.take(reply);
    return reply?.is === "moment" ? null : (reply?.why ?? "");
  }
}
