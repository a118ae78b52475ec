// The reference beside the code: the page of the instruction at the cursor, or of what is looked up.

import { ask } from "./ask.js";
import { h, markdown } from "./dom.js";
import { t } from "./text.js";

export class Reference {
  constructor(parent) {
    this.page = h("div", { class: "page" });
    this.input = h("input", { type: "search", "aria-label": t("look_up"), placeholder: t("look_up"), spellcheck: "false" });
    const form = h("form", { class: "line", onsubmit: (event) => { event.preventDefault(); this.find(this.input.value); } },
      this.input, h("button", { type: "submit" }, t("find")), h("button", { type: "button", onclick: () => this.all() }, t("everything")));
    parent.append(form, this.page);
    this.word = null;
  }

  /** The page of a word, or everything if it has none and nothing is shown yet. */
  async open(word) {
    await this.follow(word);
    if (!this.page.hasChildNodes()) await this.all();
  }

  /** The page of a word, if it has one. */
  async follow(word) {
    if (!word || word === this.word) return;
    const reply = await ask({ ask: "reference", word });
    if (reply?.is === "page" && reply.text) this.show(word, reply);
  }

  async find(word) {
    if (!word.trim()) return this.all();
    const reply = await ask({ ask: "reference", word: word.trim() });
    if (reply?.is === "page") this.show(word, reply);
  }

  show(word, reply) {
    this.word = word;
    const like = reply.like.map((name) => h("button", { type: "button", class: "link", onclick: () => this.find(name) }, name));
    this.page.replaceChildren(...(reply.text ? markdown(reply.text) : [h("p", {}, t("no_page", { word }), " ", like.flatMap((button) => [button, " "]))]));
  }

  async all() {
    this.word = null;
    const reply = await ask({ ask: "overview" });
    if (reply?.is !== "pages") return;
    this.page.replaceChildren(...reply.groups.map(([title, rows], k) => h("details", { open: k === 0 }, h("summary", {}, title),
      h("table", {}, rows.map(([example, words]) => h("tr", {},
        h("th", { scope: "row" }, h("button", { type: "button", class: "link", onclick: () => this.find(example.trim().split(/\s+/)[0]) }, example)),
        h("td", {}, words)))))));
  }
}
