// What there is to see where the run stands. Every value is a button that opens it in the inspector.

import { ask } from "./ask.js";
import { h } from "./dom.js";
import { t, number } from "./text.js";

export const NAMES = ["$zero", "$at", "$v0", "$v1", "$a0", "$a1", "$a2", "$a3", "$t0", "$t1", "$t2", "$t3", "$t4", "$t5",
  "$t6", "$t7", "$s0", "$s1", "$s2", "$s3", "$s4", "$s5", "$s6", "$s7", "$t8", "$t9", "$k0", "$k1", "$gp", "$sp", "$fp", "$ra"];
const ADDRESSES = new Set(["$gp", "$sp", "$fp", "$ra"]);
export const FORMATS = ["decimal", "unsigned", "hexadecimal", "binary", "character"];

export const hex = (bits) => "0x" + (bits >>> 0).toString(16).padStart(8, "0");
const float = new DataView(new ArrayBuffer(8));
/** A single as short as it is still the same. */
function single(value) {
  if (typeof value !== "number") return value;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
function asFloat(bits) {
  float.setUint32(0, bits);
  return single(float.getFloat32(0));
}
function asDouble(low, high) {
  float.setUint32(0, high);
  float.setUint32(4, low);
  return float.getFloat64(0);
}

export function shown(bits, format) {
  const unsigned = bits >>> 0;
  switch (format) {
    case "hexadecimal": return hex(bits);
    case "unsigned": return String(unsigned);
    case "binary": return unsigned.toString(2).padStart(32, "0").replace(/(.{8})(?=.)/g, "$1 ");
    case "character": return unsigned >= 32 && unsigned < 127 ? `'${String.fromCharCode(unsigned)}'` : String(bits | 0);
    default: return String(bits | 0);
  }
}

export class Views {
  /** `on` hears of: inspect(place). */
  constructor(on) {
    this.on = on;
    this.format = "decimal";
    this.formats = new Map();
    this.memoryAt = "0x10010000";
  }

  /** The format that was chosen for a place, or what fits the register that it is or that is saved there. */
  formatOf(place, register = place) {
    return this.formats.get(place) ?? (ADDRESSES.has(register) || place === "pc" ? "hexadecimal" : this.format);
  }

  cell(place, text, changed, label = place) {
    return h("button", {
      class: changed ? "value changed" : "value", type: "button", "data-place": place,
      "aria-label": `${label}: ${text}${changed ? `, ${t("changed")}` : ""}`,
      onclick: () => this.on.inspect(place),
    }, text);
  }

  registers(look, before) {
    const row = (name, bits, old) => {
      const text = shown(bits, this.formatOf(name));
      return h("div", { class: "register" }, h("span", { class: "name" }, name), this.cell(name, text, old !== undefined && old !== bits));
    };
    const floats = look.floats.map((bits, k) => {
      const name = `$f${k}`;
      const double = k % 2 === 0 ? ` · ${asDouble(bits, look.floats[k + 1])}` : "";
      return h("div", { class: "register" }, h("span", { class: "name" }, name), this.cell(name, String(asFloat(bits)) + double, before && before.floats[k] !== bits));
    });
    const choose = h("select", { onchange: (event) => { this.format = event.target.value; this.formats.clear(); this.on.redraw(); } },
      FORMATS.map((name) => h("option", { value: name, selected: name === this.format }, t(name))));
    const cp0 = ["vaddr", "status", "cause", "epc"].map((name, k) => h("div", { class: "register" }, h("span", { class: "name" }, name), h("span", { class: "value" }, hex(look.cp0[k]))));
    return [
      h("label", { class: "line" }, t("format"), " ", choose),
      h("div", { class: "registers" },
        NAMES.map((name, k) => row(name, look.registers[k], before?.registers[k])),
        row("hi", look.hi_lo[0], before?.hi_lo[0]), row("lo", look.hi_lo[1], before?.hi_lo[1]),
        h("div", { class: "register" }, h("span", { class: "name" }, "pc"), h("span", { class: before && before.pc !== look.pc ? "value changed" : "value" }, hex(look.pc)))),
      h("details", { open: this.floatsOpen, ontoggle: (event) => { this.floatsOpen = event.target.open; } },
        h("summary", {}, t("floats")), h("div", { class: "registers wide" }, floats),
        h("p", {}, `${t("flags")}: ${[...Array(8).keys()].filter((k) => look.flags >> k & 1).join(", ") || "–"}`),
        h("div", { class: "registers" }, cp0)),
    ];
  }

  data(look, before) {
    if (!look.data.length) return [h("p", { class: "hint" }, t("no_data"))];
    const old = new Map((before?.data ?? []).map((datum) => [datum.address, datum]));
    const pointers = new Map();
    look.registers.forEach((bits, k) => { if (k > 1 && k < 26) pointers.set(bits >>> 0, [...(pointers.get(bits >>> 0) ?? []), NAMES[k]]); });
    const read = { 1: "byte", 2: "half", 4: "word", 8: "word" };
    return look.data.map((datum) => {
      const was = old.get(datum.address);
      const place = (k) => `${read[datum.size]}(${hex(datum.address + k * datum.size)})`;
      const head = h("div", { class: "datum-head" }, h("b", {}, datum.name || "…"), ` ${hex(datum.address)} `, h("span", { class: "kind" }, datum.kind, datum.count > 1 ? ` × ${number(datum.count)}` : ""));
      if (datum.text !== null) {
        const changed = was && was.text !== datum.text;
        return h("div", { class: "datum" }, head, this.cell(place(0), JSON.stringify(datum.text), changed, datum.name));
      }
      const cells = datum.values.map((value, k) => {
        const bits = this.formatOf(place(k));
        const text = datum.size === 8 ? String(value) : datum.kind === "float" ? String(single(value)) : shown(datum.size === 4 || bits === "decimal" ? value : value & (2 ** (8 * datum.size) - 1), bits);
        const at = pointers.get((datum.address + k * datum.size) >>> 0);
        return h("span", { class: "element" },
          datum.count > 1 ? h("span", { class: "index", "aria-hidden": "true" }, String(k)) : null,
          this.cell(place(k), text, was && was.values[k] !== value, `${datum.name}[${k}]`),
          at ? h("span", { class: "pointer", title: t("points_here") }, at.join(" ")) : null);
      });
      const more = datum.count > datum.values.length ? h("span", { class: "hint" }, t("more_elements", { count: number(datum.count - datum.values.length) })) : null;
      return h("div", { class: "datum" }, head, h("div", { class: datum.count > 1 ? "array" : "single" }, cells, more));
    });
  }

  async stack(look, panel, seek, go) {
    const reply = await ask({ ask: "stack" });
    if (reply?.is !== "stack") return;
    const same = this.stackNow?.look === look;
    if (!same) {
      this.stackBefore = this.stackNow?.words;
      this.stackNow = { look, words: new Map(reply.words.map((word) => [word.address, word.value])) };
    }
    const old = this.stackBefore ?? new Map();
    const rows = reply.frames.map((frame, k) => {
      const words = reply.words.filter((word) => word.frame === k).map((word) => h("div", { class: "register" },
        h("span", { class: "name" }, `${word.address - (look.registers[29] >>> 0)}($sp)`),
        this.cell(`word(${hex(word.address)})`, shown(word.value, this.formatOf(`word(${hex(word.address)})`, word.saved)), old.has(word.address) && old.get(word.address) !== word.value),
        h("span", { class: "saved" }, word.saved ? t("saved_register", { register: word.saved }) : "")));
      const where = frame.place ? h("button", { type: "button", class: "link", onclick: () => go(frame.place) }, `${frame.place[0]}:${frame.place[1]}`) : null;
      const back = frame.function ? h("button", { type: "button", class: "link", onclick: () => seek(frame.step) }, t("called_at", { step: number(frame.step) })) : null;
      return h("li", {}, h("div", { class: "datum-head" }, h("b", {}, frame.function ?? t("main_program")), " ", where, " ", back), words);
    });
    panel.replaceChildren(h("ol", { class: "frames" }, rows), reply.incomplete ? h("p", { class: "hint" }, t("frames_incomplete")) : "");
  }

  async memory(look, panel) {
    const input = h("input", { value: this.memoryAt, "aria-label": t("address"), spellcheck: "false", onchange: (event) => { this.memoryAt = event.target.value; this.on.redraw(); } });
    const chips = ["0x10010000", "$sp", "$gp", "0x10040000", "0xffff0000", "0x00400000"].map((at) =>
      h("button", { type: "button", onclick: () => { this.memoryAt = at; this.on.redraw(); } }, at));
    const reply = await ask({ ask: "memory", at: this.memoryAt, words: 64 });
    const head = h("div", { class: "line" }, h("label", {}, t("address"), " ", input), chips);
    if (reply?.is !== "memory") {
      panel.replaceChildren(head, h("p", { class: "hint", role: "alert" }, reply?.why ?? ""));
      return;
    }
    const old = this.memoryBefore?.address === reply.address ? this.memoryBefore.words : [];
    const rows = [];
    for (let k = 0; k < reply.words.length; k += 4) {
      const words = reply.words.slice(k, k + 4);
      const text = words.map((word) => (word === null ? "    " : [0, 8, 16, 24].map((shift) => (word >>> shift) & 255).map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "·")).join(""))).join("");
      rows.push(h("tr", {}, h("th", { scope: "row" }, hex(reply.address + 4 * k)),
        words.map((word, j) => {
          const place = `word(${hex(reply.address + 4 * (k + j))})`;
          return h("td", {}, word === null ? "–" : this.cell(place, shown(word, this.formats.get(place) ?? "hexadecimal"), old[k + j] !== undefined && old[k + j] !== word));
        }),
        h("td", { class: "text" }, text)));
    }
    this.memoryBefore = reply;
    panel.replaceChildren(head, h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("memory") }, h("table", { class: "memory" }, rows)));
  }
}
