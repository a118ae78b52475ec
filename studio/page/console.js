// The console: what the program wrote and what was typed, and a line to type into.

import { h } from "./dom.js";
import { t } from "./text.js";

export class Console {
  constructor(parent, type) {
    this.text = h("pre", { id: "output", tabindex: 0, role: "log", "aria-label": t("console") });
    this.input = h("input", { id: "input", autocomplete: "off", spellcheck: "false", "aria-label": t("input"), placeholder: t("input_hint") });
    this.note = h("div", { id: "outcome", role: "status", tabindex: 0 });
    const form = h("form", { onsubmit: (event) => { event.preventDefault(); type(this.input.value + "\n"); this.input.value = ""; } },
      this.input, h("button", { type: "submit" }, t("send")));
    parent.append(h("h2", {}, t("console")), this.text, this.note, form);
  }

  show(pieces) {
    if (!pieces) return;
    const last = this.text.lastChild;
    this.text.replaceChildren(...pieces.map((piece) => (piece.typed ? h("kbd", {}, piece.text) : document.createTextNode(piece.text))));
    if (last !== this.text.lastChild) this.text.scrollTop = this.text.scrollHeight;
  }

  outcome(kind, ...children) {
    this.note.className = kind;
    this.note.replaceChildren(...children);
    // What it says can take room from the output, whose last line matters most.
    this.text.scrollTop = this.text.scrollHeight;
  }

  wait(waits) {
    this.input.classList.toggle("waits", waits);
    if (waits) this.input.focus({ preventScroll: true });
  }
}
