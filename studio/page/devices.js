// The devices of MARS: a keyboard that listens while its field has the focus, the display of characters, and the
// bitmap display on a canvas.

import { ask } from "./ask.js";
import { h } from "./dom.js";
import { store, stored } from "./kept.js";
import { t } from "./text.js";

const SIZES = [64, 128, 256, 512, 1024];
const UNITS = [1, 2, 4, 8, 16, 32];
/** As in MARS's window. */
const BASES = {
  global: "0x10000000 (global data)", gp: "0x10008000 ($gp)", static: "0x10010000 (static data)", heap: "0x10040000 (heap)", mmio: "0xffff0000 (memory map)",
};
const CODES = { Enter: 10, Backspace: 8, Tab: 9, Escape: 27, ArrowUp: 119, ArrowLeft: 97, ArrowDown: 115, ArrowRight: 100 };

export class Devices {
  constructor(parent) {
    this.settings = { keyboard: null, bitmap: false, width: 256, height: 256, unit: 8, base: "gp", ...stored("devices") };
    const box = (name) => h("label", {}, h("input", { type: "checkbox", id: `with-${name}`, checked: this.settings[name] === true, onchange: (event) => this.change(name, event.target.checked) }), " ", t(`device.${name}`));
    const select = (name, options) => h("label", {}, t(`bitmap.${name}`), " ", h("select", { onchange: (event) => this.change(name, name === "base" ? event.target.value : Number(event.target.value)) },
      options.map((value) => h("option", { value, selected: value === this.settings[name] }, BASES[value] ?? String(value)))));
    this.keyboardBox = box("keyboard");
    this.canvas = h("canvas", { id: "bitmap", width: 32, height: 32, hidden: true, role: "img", "aria-label": t("device.bitmap") });
    this.screen = h("pre", { id: "screen", hidden: true, role: "log", "aria-label": t("device.display"), tabindex: 0 });
    this.keys = h("div", { id: "keys", tabindex: 0, role: "application", "aria-label": t("device.keys"), onkeydown: (event) => this.press(event) }, this.canvas, this.screen, h("p", { class: "hint" }, t("device.keys_hint")));
    parent.append(
      h("div", { class: "line" }, this.keyboardBox),
      h("div", { class: "line" }, box("bitmap")),
      h("div", { class: "line sub" }, select("width", SIZES), select("height", SIZES), select("unit", UNITS), select("base", Object.keys(BASES))),
      h("p", { class: "hint" }, t("device.hint")), this.keys);
  }

  change(name, value) {
    this.settings[name] = value;
    store("devices", this.settings);
  }

  /** What the next run has. A program that names the keyboard's address has one unless it was switched off. */
  wanted(text) {
    const { keyboard, bitmap, width, height, unit, base } = this.settings;
    const named = /0xffff00/i.test(text);
    if (keyboard === null) this.keyboardBox.querySelector("input").checked = named;
    return { keyboard: keyboard ?? named, bitmap: bitmap ? `${width}x${height}:${unit}@${base}` : "" };
  }

  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const code = CODES[event.key] ?? (event.key.length === 1 ? event.key.charCodeAt(0) : null);
    if (code === null || code > 255 || event.key === "Tab") return;
    event.preventDefault();
    ask({ ask: "keys", keys: [code] });
  }

  show(screens) {
    this.canvas.hidden = !screens?.size?.[0];
    this.screen.hidden = !screens?.text;
    if (!screens) return;
    if (screens.text) this.screen.textContent = screens.text.join("\n");
    if (screens.units) this.draw(screens);
  }

  draw({ size: [columns, rows], units }) {
    if (this.canvas.width !== columns || this.canvas.height !== rows) {
      this.canvas.width = columns;
      this.canvas.height = rows;
      this.canvas.style.setProperty("--ratio", columns / rows);
    }
    const bytes = atob(units);
    const picture = new ImageData(columns, rows);
    const { data } = picture;
    for (let from = 0, to = 0; to < data.length; from += 3, to += 4) {
      data[to] = bytes.charCodeAt(from);
      data[to + 1] = bytes.charCodeAt(from + 1);
      data[to + 2] = bytes.charCodeAt(from + 2);
      data[to + 3] = 255;
    }
    this.canvas.getContext("2d").putImageData(picture, 0, 0);
  }
}
