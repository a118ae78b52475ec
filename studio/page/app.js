// The page: its parts, what they tell each other, and the keys.

import { ask, onConnection } from "./ask.js";
import { Check } from "./check.js";
import { Console } from "./console.js";
import { Devices } from "./devices.js";
import { $, h } from "./dom.js";
import { Editor } from "./editor.js";
import { Game } from "./game.js";
import { alone, store, stored } from "./kept.js";
import { Machine } from "./machine.js";
import { Reference } from "./reference.js";
import { LANGUAGES, language, number, speak, t } from "./text.js";
import { FORMATS, NAMES, Views, hex, shown } from "./views.js";

await speak();

const PANELS = ["registers", "data", "stack", "memory", "devices", "points", "reference", "check", "game"];
/** Those with values, which can be inspected. */
const VALUES = new Set(["registers", "data", "stack", "memory"]);
const mac = navigator.platform.startsWith("Mac");

/** Buttons of the bar: name, sign, keys, and in which modes they can be used. */
const ACTIONS = [
  ["run", "▶\uFE0E", "F5", "idle paused", () => machine.go("run")],
  ["pause", "", "F6", "running", () => machine.pause()],
  ["run_back", "◀\uFE0E", "Shift-F5", "paused", () => machine.go("run_back")],
  ["step_back", "↶", "Shift-F10", "paused", () => machine.go("step_back")],
  ["step", "↓", "F11", "idle paused", () => step()],
  ["over", "↷", "F10", "idle paused", () => step("over")],
  ["out", "↑", "Shift-F11", "paused", () => machine.go("out")],
  ["restart", "↻", "Ctrl-F5", "idle paused running", () => machine.start()],
  ["quit", "■", "Shift-Escape", "paused running", () => machine.quit()],
];

const step = (how = "step") => (machine.mode === "idle" ? machine.start() : machine.go(how));

const bar = $("#bar");
bar.setAttribute("aria-label", t("controls"));
const buttons = new Map();
for (const [name, sign, key, , action] of ACTIONS) {
  const words = t(name);
  const button = h("button", { type: "button", id: `do-${name}`, title: `${words} (${key})`, "aria-keyshortcuts": key.replace("-", "+").replace("Ctrl", "Control"), onclick: action },
    h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", { class: "words" }, words));
  buttons.set(name, button);
  bar.append(button);
}
const slider = h("input", { type: "range", id: "timeline", min: 0, max: 0, value: 0, step: 1, "aria-label": t("timeline"), disabled: true, oninput: () => machine.seek(Number(slider.value)) });
const stepLabel = h("output", { id: "step", for: "timeline" }, "");
bar.append(h("div", { class: "time" }, slider, stepLabel));

// Panels

$("#tabs").setAttribute("aria-label", t("panels"));
const panels = new Map();
for (const name of PANELS) {
  const panel = h("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: 0, hidden: true });
  const tab = h("button", { role: "tab", type: "button", id: `tab-${name}`, "aria-controls": `panel-${name}`, onclick: () => choose(name) }, t(name));
  panels.set(name, { panel, tab });
  $("#tabs").append(tab);
  $("#panels").append(panel);
}
let chosen = stored("panel") ?? "registers";

function choose(name, focus = false) {
  chosen = panels.has(name) ? name : "registers";
  for (const [other, { panel, tab }] of panels) {
    panel.hidden = other !== chosen;
    tab.setAttribute("aria-selected", String(other === chosen));
    tab.tabIndex = other === chosen ? 0 : -1;
  }
  if (focus) panels.get(chosen).tab.focus();
  store("panel", chosen);
  showInspector();
  if (chosen === "reference") reference.open(editor.word());
  redraw();
}
arrows($("#tabs"), () => PANELS, () => chosen, (name) => choose(name, true));

/** Arrow keys go from tab to tab. */
function arrows(list, names, current, go) {
  list.addEventListener("keydown", (event) => {
    const all = names();
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    go(all[(all.indexOf(current()) + by + all.length) % all.length]);
  });
}

// Parts of a narrow page

const PARTS = ["code", "terminal", "side"];
function part(name) {
  document.body.dataset.part = name;
  for (const button of $("#parts").children) button.setAttribute("aria-current", String(button.dataset.part === name));
}
$("#parts").setAttribute("aria-label", t("parts"));
$("#parts").append(...PARTS.map((name) => h("button", { type: "button", "data-part": name, onclick: () => part(name) }, t(`part.${name}`))));
for (const name of PARTS) $(`#${name}`).setAttribute("aria-label", t(`part.${name}`));
part("code");

// The parts and what they hear of each other

const views = new Views({ inspect, redraw });
const reference = new Reference(panels.get("reference").panel);
const check = new Check(panels.get("check").panel, debugFailure, replay);
new Game(panels.get("game").panel, replay);
const devices = new Devices(panels.get("devices").panel);
const terminal = new Console($("#terminal"), (text) => machine.type(text));

const machine = new Machine({
  mode(mode) {
    document.body.dataset.mode = mode;
    for (const [name, , , modes] of ACTIONS) buttons.get(name).disabled = !modes.split(" ").includes(mode);
    slider.disabled = mode === "idle";
    if (mode === "idle") {
      editor.here(null);
      stepLabel.textContent = "";
      terminal.wait(false);
      redraw();
    }
    if (mode === "running") {
      terminal.outcome("running", t("running"));
      terminal.wait(false);
    }
  },
  wanted: () => devices.wanted(editor.everything()),
  screens: (screens) => devices.show(screens),
  progress(moment) {
    time(moment);
    terminal.show(moment.console);
  },
  moment(moment, before) {
    time(moment);
    earlier = before?.look ?? earlier;
    if (!before || before.step !== moment.step) baseline = earlier;
    terminal.show(moment.console);
    terminal.outcome(...outcome(moment.why));
    terminal.wait(moment.why.is === "input");
    editor.here(moment.look.place, moment.why.is === "failed");
    if (chosen === "reference") reference.follow(editor.instruction(moment.look.place));
    if (moment.why.is === "input" && matchMedia("(max-width: 700px)").matches) part("terminal");
    redraw();
  },
  refused: (why) => notice("refused", why),
});
let earlier = null;
let baseline = null;

function time(moment) {
  slider.min = moment.start;
  slider.max = moment.end;
  if (machine.wanted === null || document.activeElement !== slider) slider.value = moment.step;
  stepLabel.textContent = t("step_of", { step: number(moment.step), end: number(moment.end) });
  slider.setAttribute("aria-valuetext", stepLabel.textContent);
}

function outcome(why) {
  switch (why.is) {
    case "ended": return ["ended", t(why.code ? "ended_with" : "ended", { code: why.code })];
    case "failed": return ["failed", h("b", {}, why.title), why.mars ? h("p", {}, t("mars_says", { words: why.mars })) : "", why.hint ? h("p", {}, why.hint) : "", h("p", { class: "hint" }, t("go_back_hint"))];
    case "point": {
      if (why.unclear) return ["paused", t("unclear", { why: why.unclear })];
      if (!why.change) return ["paused", t("at_breakpoint")];
      const [place, from, to] = why.change;
      return ["paused", t("value_changed", { place, from: from === null ? "–" : from | 0, to: to === null ? "–" : to | 0 })];
    }
    default: return ["paused", t(`why.${why.is}`)];
  }
}

const editor = new Editor($("#editor"), {
  problems: showProblems,
  saved(state) {
    $("#saved").textContent = state === "typing" ? "" : t(`saved.${state}`);
    $("#saved").className = state;
  },
  points: sendPoints,
  word: (word) => { if (chosen === "reference") reference.follow(word); },
  changed() {
    if (machine.moment && !dismissed) notice("stale", t("stale"));
  },
  failure: (why) => notice("failure", t("not_saved", { why })),
  conflict(file, theirs, version) {
    notice("conflict", t(alone ? "conflict_page" : "conflict", { file }),
      h("button", { type: "button", onclick: () => { settle(file, null, version); } }, t("keep_mine")),
      h("button", { type: "button", onclick: () => { settle(file, theirs, version); } }, t(alone ? "take_kept" : "take_theirs")));
  },
  shown: (file) => showFiles(file),
});
let dismissed = false;

function settle(file, theirs, version) {
  editor.settle(file, theirs, version);
  notice("conflict");
}

function showFiles(current) {
  const names = [...editor.documents.keys()];
  $("#files").setAttribute("aria-label", t("files"));
  $("#files").replaceChildren(...names.map((file) => h("button", {
    role: "tab", type: "button", title: file, "aria-selected": String(file === current), "aria-controls": "editor", tabindex: file === current ? 0 : -1,
    onclick: () => editor.show(file),
  }, file.split(/[/\\]/).pop())));
  document.title = `${current.split(/[/\\]/).pop()} · fivetwelve studio`;
}
arrows($("#files"), () => [...editor.documents.keys()], () => editor.current.file, (file) => {
  editor.show(file);
  $("#files [aria-selected=true]").focus();
});
$("#editor").setAttribute("role", "tabpanel");
$("#editor").setAttribute("aria-label", t("part.code"));

function showProblems(problems) {
  const errors = problems.filter((problem) => problem.error).length;
  const row = (problem) => h("li", { class: problem.error ? "error" : "warning" },
    h("button", { type: "button", class: "link", onclick: () => problem.line && editor.go(problem.file, problem.line, problem.from) }, problem.line ? `${t("line")} ${problem.line}: ` : "", problem.title),
    problem.repairs.filter(() => problem.file === editor.current.file).map((repair) => h("button", { type: "button", class: "repair", onclick: () => editor.apply(repair) }, repair.title)));
  const summary = problems.length ? t("problems_found", { errors, warnings: problems.length - errors }) : t("no_problems");
  const open = $("#problems details")?.open ?? false;
  $("#problems").replaceChildren(h("details", { open: open && problems.length > 0, class: errors ? "error" : problems.length ? "warning" : "fine" },
    h("summary", {}, summary), h("ul", {}, problems.slice(0, 100).map(row))));
}

/** A notice with a name, which takes the place of the one before; without words it goes. */
function notice(name, ...children) {
  $(`#notices > [data-name="${name}"]`)?.remove();
  if (!children.length) return;
  const bar = h("div", { class: "notice", "data-name": name }, h("span", {}, ...children.filter((child) => typeof child === "string")), ...children.filter((child) => typeof child !== "string"));
  if (name === "stale") bar.append(h("button", { type: "button", onclick: () => machine.start() }, t("restart")));
  if (name !== "lost" && name !== "conflict") bar.append(h("button", { type: "button", "aria-label": t("close"), onclick: () => { bar.remove(); dismissed ||= name === "stale"; } }, "✕"));
  $("#notices").append(bar);
}

// Panels of the run

let drawing = false;
function redraw() {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    draw();
  });
}

function draw() {
  const { panel } = panels.get(chosen);
  const look = machine.moment?.look;
  if (chosen === "points") return drawPoints(panel);
  if (!VALUES.has(chosen)) return;
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.place : null;
  const top = panel.scrollTop;
  if (!look) {
    if (machine.mode !== "running") panel.replaceChildren(h("p", { class: "hint" }, t("not_running")));
    return;
  }
  if (chosen === "registers") panel.replaceChildren(...views.registers(look, baseline));
  if (chosen === "data") panel.replaceChildren(...views.data(look, baseline));
  if (chosen === "stack") views.stack(look, panel, (to) => machine.seek(to), ([file, line]) => editor.go(file, line));
  if (chosen === "memory") views.memory(look, panel);
  if (focused) panel.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
  panel.scrollTop = top;
  if (inspected) inspect(inspected, false);
}

// The inspector: one value in every format, another value for it, and where it came from.

let inspected = null;
$("#inspector").setAttribute("aria-label", t("inspector"));

function valueOf(place, look) {
  const register = NAMES.indexOf(place);
  if (register >= 0) return look.registers[register];
  if (place === "hi" || place === "lo") return look.hi_lo[place === "hi" ? 0 : 1];
  const single = /^\$f(\d+)$/.exec(place);
  if (single) return look.floats[single[1]];
  return null;
}

async function inspect(place, fresh = true) {
  const look = machine.moment?.look;
  if (!look || !place) return close();
  inspected = place;
  let bits = valueOf(place, look);
  const memory = /^(\w+)\((0x[0-9a-f]+)\)$/.exec(place);
  if (bits === null && memory) {
    const reply = await ask({ ask: "memory", at: memory[2], words: 1 });
    const word = reply?.words?.[0] ?? 0;
    const shift = 8 * (parseInt(memory[2], 16) & 3);
    bits = memory[1] === "byte" ? (word >>> shift) & 255 : memory[1] === "half" ? (word >>> shift) & 65535 : word;
  }
  if (inspected !== place) return;
  if (!fresh && $("#inspector input") === document.activeElement) return;
  const texts = FORMATS.map((format) => shown(bits, format));
  const formats = FORMATS.map((format, k) => texts.indexOf(texts[k]) === k && h("span", {}, h("span", { class: "hint" }, t(format)), " ",
    h("button", { type: "button", class: "link", title: t("use_format"), onclick: () => { views.formats.set(place, format); redraw(); } }, texts[k])));
  const value = h("input", { "aria-label": t("new_value", { place }), placeholder: t("new_value_hint"), spellcheck: "false" });
  const form = h("form", { class: "line", onsubmit: async (event) => {
    event.preventDefault();
    const why = await machine.set(place, value.value);
    if (why === null) inspect(place);
    else wrong.textContent = why;
  } }, value, h("button", { type: "submit" }, t("set")),
  h("button", { type: "button", id: "origin", onclick: () => origin(place) }, t("where_from")),
  h("button", { type: "button", onclick: () => watch(place) }, t("stop_at_change")));
  const wrong = h("p", { class: "wrong", role: "alert" });
  const keep = fresh ? [] : [...$("#inspector").querySelectorAll(".origin")];
  $("#inspector").replaceChildren(
    h("div", { class: "datum-head" }, h("b", {}, place), h("button", { type: "button", class: "close", "aria-label": t("close"), onclick: close }, "✕")),
    h("div", { class: "formats" }, formats), form, wrong, ...keep);
  showInspector();
}

function close() {
  inspected = null;
  showInspector();
}

function showInspector() {
  $("#inspector").hidden = inspected === null || !VALUES.has(chosen);
}

async function origin(place) {
  const reply = await ask({ ask: "origin", place });
  $("#inspector .origin")?.remove();
  if (reply?.is !== "origin") return;
  const row = (row) => {
    const at = row.at ? h("button", { type: "button", class: "link", onclick: () => editor.go(row.at[0], row.at[1]) }, `${row.at[0].split(/[/\\]/).pop()}:${row.at[1]}`) : null;
    const go = row.step !== null ? h("button", { type: "button", class: "link", onclick: () => machine.seek(row.step) }, t("step_n", { step: number(row.step) })) : null;
    const item = h("li", {}, h("b", {}, row.place), ` = ${row.value === null ? "–" : row.value | 0} `,
      h("span", { class: "hint" }, t(`made.${row.made}`)), " ", h("code", {}, row.text), " ", at, " ", go);
    item.style.setProperty("--depth", Math.min(row.depth, 12));
    return item;
  };
  $("#inspector").append(h("ol", { class: "origin", "aria-label": t("where_from") }, reply.rows.map(row)));
}

// Places to stop at

let watches = [];
let failures = [];

async function sendPoints() {
  const lines = editor.points();
  const points = [...lines, ...watches.map((place) => ({ watch: place }))];
  const reply = await ask({ ask: "points", points });
  failures = reply?.is === "points" ? reply.points.map((point) => point.failure) : [];
  if (chosen === "points") redraw();
}

function watch(place) {
  if (!watches.includes(place)) watches.push(place);
  sendPoints();
  choose("points");
}

function drawPoints(panel) {
  const lines = editor.points();
  const row = (point, k) => h("li", {},
    h("button", { type: "button", class: "link", onclick: () => editor.go(point.file, point.line) }, `${point.file.split(/[/\\]/).pop()}:${point.line}`),
    h("label", {}, ` ${t("condition")} `, h("input", { value: point.condition, placeholder: "$t0 == 3", spellcheck: "false", onchange: (event) => editor.setCondition(point.file, point.line, event.target.value) })),
    h("button", { type: "button", "aria-label": t("remove"), onclick: () => { editor.show(point.file); editor.toggle(point.line); } }, "✕"),
    failures[k] ? h("p", { class: "wrong", role: "alert" }, failures[k]) : null);
  const watched = (place, k) => h("li", {}, h("code", {}, place), ` ${t("watched")} `,
    h("button", { type: "button", "aria-label": t("remove"), onclick: () => { watches = watches.filter((other) => other !== place); sendPoints(); } }, "✕"),
    failures[lines.length + k] ? h("p", { class: "wrong", role: "alert" }, failures[lines.length + k]) : null);
  panel.replaceChildren(
    lines.length + watches.length ? h("ul", { class: "points" }, lines.map(row), watches.map(watched)) : h("p", { class: "hint" }, t("no_points")),
    h("p", { class: "hint" }, t("points_hint")));
}

// From a failed test to the moment it went wrong

async function debugFailure(input, got, expected) {
  if (!(await machine.start(input))) return;
  await machine.go("run");
  const encoder = new TextEncoder();
  const [a, b] = [encoder.encode(got), encoder.encode(expected)];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  if (at < a.length) await machine.seekOutput(at);
  if (matchMedia("(max-width: 700px)").matches) part("code");
}

/** A game is played again up to its last line, which is about to be read, or a run up to a picture, which is shown. */
async function replay(again) {
  if (!(await machine.start("", again))) return;
  if (again.screen) choose("devices");
  if (matchMedia("(max-width: 700px)").matches) part(again.screen ? "side" : "code");
}

// Settings

function settings() {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const theme = stored("theme") ?? "auto";
    document.documentElement.dataset.theme = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
    document.documentElement.style.setProperty("--size", `${stored("size") ?? 15}px`);
  };
  dark.addEventListener("change", apply);
  apply();
  const size = (by) => { store("size", Math.min(40, Math.max(10, (stored("size") ?? 15) + by))); apply(); };
  const select = (name, options, current, change) => h("select", { id: name, "aria-label": t(name), onchange: (event) => change(event.target.value) },
    options.map(([value, words]) => h("option", { value, selected: value === current }, words)));
  $("#settings").append(
    h("button", { type: "button", id: "format-code", title: t("format_code"), onclick: () => editor.format() }, t("format_code")),
    h("button", { type: "button", id: "smaller", title: t("smaller"), onclick: () => size(-1) }, "A−"),
    h("button", { type: "button", id: "larger", title: t("larger"), onclick: () => size(1) }, "A+"),
    select("theme", ["auto", "light", "dark", "contrast"].map((name) => [name, t(`theme.${name}`)]), stored("theme") ?? "auto", (value) => { store("theme", value); apply(); }),
    select("language", Object.entries(LANGUAGES), language, (value) => { store("language", value); editor.keepAll(); location.reload(); }));
}
settings();

// Keys

addEventListener("keydown", (event) => {
  const name = `${event.ctrlKey ? "Ctrl-" : ""}${event.shiftKey ? "Shift-" : ""}${event.key}`;
  const action = ACTIONS.find(([, , key]) => key === name);
  if (action) {
    event.preventDefault();
    if (!buttons.get(action[0]).disabled) action[4]();
  } else if (name === "F9") {
    event.preventDefault();
    editor.toggle();
  } else if (name === "Escape" && inspected) {
    close();
  } else if (name === "F1") {
    event.preventDefault();
    choose("reference");
  }
});

// The beginning, and beginning again

async function open() {
  const reply = await ask({ ask: "open" });
  if (reply?.is === "refused") notice("failure", reply.why);
  if (reply?.is !== "opened") return false;
  check.offer(reply.assignments, reply.assignment);
  editor.problems = reply.problems;
  editor.again(reply.documents);
  showFiles(editor.current.file);
  await sendPoints();
  return true;
}

onConnection("again", async (late) => {
  if (late) notice("refused", t("began_again"));
  machine.take({ is: "idle" });
  await open();
});
onConnection("lost", () => notice("lost", t("lost")));
onConnection("back", async () => {
  notice("lost");
  if (!(await open())) return;
  // A studio that was started again has no run.
  if (machine.moment && (await ask({ ask: "go", how: "out_back" }))?.is === "idle") machine.take({ is: "idle" });
});

if (alone) {
  const { Files } = await import("./files.js");
  new Files(editor, notice);
}
machine.setMode("idle");
close();
choose(chosen);
if (await open()) editor.view.focus();
document.body.dataset.ready = "true";
