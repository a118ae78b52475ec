// The game on the program, with the board of the reference beside it.

import { ask } from "./ask.js";
import { board } from "./board.js";
import { h, inline } from "./dom.js";
import { t } from "./text.js";

const ARROWS = { ArrowUp: "up", ArrowLeft: "left", ArrowDown: "down", ArrowRight: "right", w: "up", a: "left", s: "down", d: "right" };
const SIGNS = { up: "↑", left: "←", down: "↓", right: "→" };

export class Game {
  /** `debug(game)` goes to the last move of a game, step by step. */
  constructor(parent, debug) {
    this.debug = debug;
    this.moves = [];
    this.game = null;
    this.seed = 1;
    this.busy = false;
    const button = (name, action) => h("button", { type: "button", id: `game-${name}`, onclick: action }, t(`game.${name}`));
    this.bar = h("div", { class: "line" }, button("new", () => this.begin()), button("back", () => this.back()), button("step", () => this.debug({ game: { script: this.game.script, boards: true, protocol: this.game.protocol } })));
    this.ways = h("div", { class: "line", role: "group", "aria-label": t("game.ways") },
      Object.entries(SIGNS).map(([way, sign]) => h("button", { type: "button", id: `way-${way}`, "aria-label": t(`way.${way}`), title: t(`way.${way}`), onclick: () => this.move(way) }, sign)));
    this.said = h("div", { role: "status", "aria-live": "polite" });
    this.table = h("div", { class: "exhibits" });
    this.printed = h("pre", { tabindex: 0, "aria-label": t("game.printed") });
    parent.append(this.bar, this.ways, this.said, this.table, this.printed, h("p", { class: "hint" }, t("game.hint")));
    parent.addEventListener("keydown", (event) => {
      const way = ARROWS[event.key];
      if (!way || event.ctrlKey || event.altKey || event.metaKey || !this.game) return;
      event.preventDefault();
      this.move(way);
    });
    this.show();
  }

  async begin() {
    this.seed = 1 + Math.floor(Math.random() * 2 ** 31);
    this.game = null;
    this.moves = [];
    await this.play();
  }

  async move(way) {
    if (this.busy || !this.game || this.game.ending) return;
    this.moves.push(way);
    await this.play();
  }

  async back() {
    if (this.busy || !this.moves.length) return;
    this.moves.pop();
    await this.play();
  }

  /** The program has changed: it is asked anew how it is played. */
  async play() {
    this.busy = true;
    this.show();
    const reply = await ask({ ask: "game", protocol: this.game?.protocol ?? null, seed: this.seed, moves: this.moves });
    this.busy = false;
    if (reply?.is === "game") {
      this.game = reply;
      this.moves.length = reply.made;
      this.show();
    } else {
      this.game = null;
      this.show(h("p", { class: "wrong", role: "alert" }, reply?.why ?? t("lost")));
    }
  }

  show(words = null) {
    const { game, busy } = this;
    for (const way of Object.keys(SIGNS)) this.ways.querySelector(`#way-${way}`).disabled = !game || Boolean(game.ending);
    this.bar.querySelector("#game-back").disabled = !this.moves.length;
    this.bar.querySelector("#game-step").disabled = !game;
    if (busy) {
      if (!game) this.said.replaceChildren(h("p", { class: "hint" }, t("game.learning")));
      return;
    }
    this.printed.hidden = !game;
    if (!game) {
      this.said.replaceChildren(words ?? "");
      this.table.replaceChildren();
      return;
    }
    const wrong = game.ending === "wrong";
    const figure = (name, cells, other) => h("figure", {}, h("figcaption", {}, t(name)), cells ? board(cells, game.new, wrong ? other : null) : h("p", { class: "hint" }, t("game.no_board")));
    this.table.replaceChildren(figure("game.mine", game.mine, game.right), figure("game.right", game.right, game.mine));
    const keys = game.keys.flatMap(([way, key]) => [` ${SIGNS[way]} `, h("kbd", {}, key.replace(/^"|"$/g, ""))]);
    const state = game.ending ? t(`game.${game.ending}`) : t("game.move_n", { moves: game.made });
    this.said.replaceChildren(h("p", { class: wrong ? "wrong" : null }, state, h("span", { class: "hint" }, keys)), ...game.sentences.map((sentence) => h("p", {}, inline(sentence))));
    this.printed.textContent = game.printed;
  }
}
