// An assignment's tests on the program, and a way from a failure to the moment it happened.

import { ask } from "./ask.js";
import { board } from "./board.js";
import { h, inline, markdown } from "./dom.js";
import { t } from "./text.js";

export class Check {
  /** `debug(input, got, expected)` opens the run in which a test failed, `replay({ game })` the game, and
   * `replay({ screen })` the run up to the picture. */
  constructor(parent, debug, replay) {
    this.debug = debug;
    this.replay = replay;
    this.choice = h("select", { "aria-label": t("assignment"), onchange: () => this.describe() });
    this.task = h("div", { class: "task page" });
    this.button = h("button", { type: "submit" }, t("check"));
    this.results = h("div", { class: "results", role: "region", "aria-live": "polite", "aria-label": t("results") });
    parent.append(h("form", { class: "line", onsubmit: (event) => { event.preventDefault(); this.run(); } }, this.choice, this.button), this.task, this.results);
  }

  offer(names, usual) {
    this.choice.replaceChildren(...names.map((name) => h("option", { value: name, selected: name === usual }, name)));
    this.button.disabled = !names.length;
    if (!names.length) this.results.replaceChildren(h("p", { class: "hint" }, t("no_assignment")));
    else this.describe();
  }

  /** What the chosen assignment asks for. */
  async describe() {
    const reply = await ask({ ask: "task", assignment: this.choice.value });
    this.task.replaceChildren(...(reply?.is === "task" && reply.about ? [h("details", { open: true }, h("summary", {}, reply.title), markdown(reply.about))] : []));
  }

  async run() {
    this.button.disabled = true;
    this.task.querySelector("details")?.removeAttribute("open");
    this.results.replaceChildren(h("p", { class: "hint" }, t("checking")));
    const reply = await ask({ ask: "check", assignment: this.choice.value });
    this.button.disabled = false;
    if (reply?.is !== "checked") {
      this.results.replaceChildren(h("p", { class: "wrong", role: "alert" }, reply?.why ?? t("lost")));
      return;
    }
    const { title, points, most, notes, tests } = reply;
    this.results.replaceChildren(
      h("h3", {}, title), h("p", { class: "points" }, t("points_of", { points, most })),
      ...notes.map((note) => h("p", { class: "hint" }, note)),
      ...tests.map((test) => this.test(test)));
  }

  test(test) {
    const passed = test.status === "passed";
    return h("details", { class: passed ? "test passed" : "test failed", open: !passed },
      h("summary", {}, h("span", { class: "mark", "aria-hidden": "true" }, passed ? "✓ " : "✗ "), test.title,
        h("span", { class: "points" }, ` ${test.points}/${test.most}`)),
      h("p", {}, test.summary),
      test.failures.map((failure) => this.failure(failure)));
  }

  failure(failure) {
    const texts = new Map(failure.shown.filter((shown) => shown.text).map((shown) => [shown.text.role, shown.text.text]));
    const boards = new Map(failure.shown.filter((shown) => shown.board).map((shown) => [shown.board.role, shown.board.cells]));
    const other = { expected: boards.get("got"), got: boards.get("expected") };
    const content = ({ text, board: shown, picture }) =>
      text ? h("pre", { tabindex: 0 }, text.text)
      : shown ? board(shown.cells, null, other[shown.role])
      : h("img", { src: `data:image/png;base64,${picture.png}`, alt: picture.label });
    const shown = failure.shown.map((exhibit) => h("figure", {}, h("figcaption", {}, Object.values(exhibit)[0].label), content(exhibit)));
    const input = texts.get("input");
    const open = failure.game ? () => this.replay({ game: failure.game })
      : failure.screen ? () => this.replay({ screen: failure.screen })
      : texts.has("got") ? () => this.debug(input ?? "", texts.get("got"), texts.get("expected") ?? "") : null;
    const moment = open ? h("button", { type: "button", class: "debug", onclick: open }, t("debug_this")) : null;
    return h("div", { class: "failure" },
      failure.sentences.map((sentence) => h("p", {}, inline(sentence))),
      failure.hint ? h("p", { class: "hint" }, inline(failure.hint)) : null,
      (failure.given ?? []).map((line) => h("p", { class: "hint" }, line)),
      h("div", { class: "exhibits" }, shown),
      failure.lines.length ? h("pre", { tabindex: 0 }, failure.lines.map((line) => `${line.marked ? "→" : " "} ${String(line.line).padStart(4)}  ${line.text}`).join("\n")) : null,
      (failure.suspects ?? []).map((suspect) => h("p", {}, h("code", {}, `${suspect.file}:${suspect.line}  ${suspect.text.trim()}`), " ", h("span", { class: "hint" }, suspect.why))),
      moment,
      failure.command ? h("p", { class: "hint" }, h("code", {}, failure.command)) : null);
  }
}
