// The editor: documents, what is wrong with them, breakpoints, and the line that runs.

import {
  EditorState, StateField, StateEffect, RangeSet, EditorView, keymap, lineNumbers, gutter, GutterMarker, Decoration,
  hoverTooltip, drawSelection, highlightActiveLine, highlightSpecialChars, defaultKeymap, history, historyKeymap,
  historyField, indentWithTab, StreamLanguage, syntaxHighlighting, HighlightStyle, bracketMatching, autocompletion,
  completionKeymap, snippet, setDiagnostics, lintKeymap, nextDiagnostic, search, searchKeymap, tags, Prec, Compartment,
} from "./codemirror.js";
import { ask } from "./ask.js";
import { h, markdown } from "./dom.js";
import { stored, store } from "./kept.js";
import { t } from "./text.js";

const SAVE_AFTER = 150;
const MOST_HISTORY = 1 << 20;

/** Colours of words; what they mean is the server's business. */
const mips = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(\\.|[^"\\])*"?/) || stream.match(/^'(\\.|[^'\\])'?/)) return "string";
    if (stream.match(/^[\w.$]+(?=\s*:)/)) return "labelName";
    if (stream.match(/^\.\w+/)) return "meta";
    if (stream.match(/^\$\w+/)) return "variableName";
    if (stream.match(/^[+-]?(0x[0-9a-f]+|\d+(\.\d+)?)\b/i)) return "number";
    if (stream.match(/^%\w+/)) return "macroName";
    if (stream.match(/^[\w.]+/)) return /^\s*([\w.$]+\s*:\s*)?$/.test(stream.string.slice(0, stream.start)) ? "keyword" : "name";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" } },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, class: "c-comment" },
  { tag: tags.string, class: "c-string" },
  { tag: tags.labelName, class: "c-label" },
  { tag: tags.meta, class: "c-directive" },
  { tag: tags.variableName, class: "c-register" },
  { tag: tags.number, class: "c-number" },
  { tag: tags.keyword, class: "c-instruction" },
  { tag: tags.macroName, class: "c-label" },
]);

const setPoints = StateEffect.define();
const setHere = StateEffect.define();

class Point extends GutterMarker {
  constructor(condition) {
    super();
    this.condition = condition;
  }
  eq(other) {
    return this.condition === other.condition;
  }
  toDOM() {
    return h("span", { class: this.condition ? "point conditional" : "point", title: this.condition || t("breakpoint") }, "●");
  }
}

/** Keeps room where there are no breakpoints. */
class Spacer extends GutterMarker {
  toDOM() {
    return document.createTextNode("●");
  }
}

const pointField = StateField.define({
  create: () => RangeSet.empty,
  update(set, transaction) {
    set = set.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setPoints)) set = effect.value;
    return set;
  },
});

const hereField = StateField.define({
  create: () => Decoration.none,
  update(set, transaction) {
    set = set.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(setHere)) set = effect.value;
    return set;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export class Editor {
  /** `on` hears of: problems, saved, points, word. */
  constructor(parent, on) {
    this.on = on;
    this.documents = new Map();
    this.conditions = new Map();
    this.nonce = EditorView.cspNonce.of(document.querySelector('meta[name="nonce"]')?.content ?? "");
    this.view = new EditorView({ parent, extensions: [this.nonce] });
    this.timer = null;
    this.busy = false;
    this.problems = [];
    addEventListener("pagehide", () => this.keepAll());
  }

  get state() {
    return this.view.state;
  }

  extensions(file) {
    return [
      this.nonce,
      pointField, hereField,
      gutter({
        class: "points",
        markers: (view) => view.state.field(pointField),
        initialSpacer: () => new Spacer(),
        domEventHandlers: { mousedown: (view, line) => (this.toggle(view.state.doc.lineAt(line.from).number), true) },
      }),
      lineNumbers(), highlightSpecialChars(), history(), drawSelection(), bracketMatching(), highlightActiveLine(),
      mips, syntaxHighlighting(colours), search({ top: true }),
      EditorState.tabSize.of(8),
      EditorView.contentAttributes.of({ "aria-label": t("editor", { file }), spellcheck: "false", tabindex: "0" }),
      hoverTooltip((view, at) => this.hover(view, at)),
      autocompletion({ override: [(context) => this.complete(context)], icons: false }),
      Prec.high(keymap.of([
        { key: "Ctrl-.", mac: "Cmd-.", run: () => this.repair() },
        { key: "F8", run: nextDiagnostic },
        { key: "Shift-Alt-f", run: () => (this.format(), true) },
      ])),
      keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...lintKeymap, ...defaultKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.changed();
        if (update.selectionSet) this.on.word?.(this.word());
      }),
    ];
  }

  /** Opens the documents, with what this browser still knows of them. */
  open(documents) {
    for (const { file, text, version } of documents) {
      const draft = stored(`draft:${file}`);
      const known = this.documents.get(file);
      if (known) {
        this.meet(known, text, version);
        continue;
      }
      const extensions = this.extensions(file);
      let state = null;
      if (draft?.state) {
        try {
          state = EditorState.fromJSON(draft.state, { extensions }, { history: historyField });
        } catch { /* made by another version */ }
      }
      state ??= EditorState.create({ doc: draft?.dirty ? draft.text : text, extensions });
      const document = { file, state, base: draft?.dirty ? draft.base : version, saved: draft?.dirty ? null : text };
      this.documents.set(file, document);
      this.meet(document, text, version);
      const points = stored(`points:${file}`) ?? [];
      this.setPointsOf(document, points);
    }
    if (!this.current) this.show(documents[0].file);
    this.changed(true);
  }

  /** What the server has, met with what the page has: nothing that was typed gives way unasked. */
  meet(document, text, version) {
    const own = this.stateOf(document).doc.toString();
    const dirty = own !== document.saved;
    if (own === text) {
      document.saved = text;
      document.base = version;
    } else if (!dirty) {
      // Somebody else changed the file, and nothing here is unsaved: a change that can be undone.
      this.replace(document, text);
      document.saved = text;
      document.base = version;
    }
  }

  replace(document, text) {
    const state = this.stateOf(document);
    this.dispatch(document, { changes: { from: 0, to: state.doc.length, insert: text } });
  }

  stateOf(document) {
    return this.current === document ? this.view.state : document.state;
  }

  dispatch(document, ...specs) {
    if (this.current === document) this.view.dispatch(...specs);
    else document.state = document.state.update(...specs).state;
  }

  show(file) {
    const document = this.documents.get(file);
    if (!document || this.current === document) return;
    if (this.current) this.current.state = this.view.state;
    this.current = document;
    this.view.setState(document.state);
    this.showProblems();
    this.on.shown?.(file);
  }

  text(file) {
    const document = this.documents.get(file);
    return document ? this.stateOf(document).doc.toString() : "";
  }

  everything() {
    return [...this.documents.keys()].map((file) => this.text(file)).join("\n");
  }

  changed(now = false) {
    clearTimeout(this.timer);
    this.on.saved?.("typing");
    this.timer = setTimeout(() => this.send(), now ? 0 : SAVE_AFTER);
    this.on.changed?.();
  }

  /** Sends what was typed, one text at a time, until the server has everything. */
  async send() {
    if (this.busy) return;
    this.busy = true;
    let failed = false;
    for (const document of this.documents.values()) {
      const text = this.stateOf(document).doc.toString();
      this.keep(document, text);
      if (document.conflict || (text === document.saved && document.asked === text)) continue;
      const reply = await ask({ ask: "edit", file: document.file, text, base: document.base });
      if (!reply || reply.is !== "edited") {
        failed = true;
        if (reply?.why) this.on.failure?.(reply.why);
        continue;
      }
      document.asked = text;
      this.problems = reply.problems;
      if (reply.conflict !== null) {
        document.conflict = true;
        this.on.conflict?.(document.file, reply.conflict, reply.version);
      } else if (reply.failure !== null) {
        failed = true;
        this.on.failure?.(reply.failure);
      } else {
        document.base = reply.version;
        document.saved = text;
        this.keep(document, text);
      }
    }
    this.busy = false;
    this.showProblems();
    const open = [...this.documents.values()].filter((document) => !document.conflict);
    if (!failed && open.some((document) => this.stateOf(document).doc.toString() !== document.saved)) this.changed();
    else this.on.saved?.(failed ? "failed" : open.length < this.documents.size ? "conflict" : "saved");
  }

  /** Waits until everything that was typed is kept, as far as it can be. */
  async settled() {
    clearTimeout(this.timer);
    while (this.busy) await new Promise((done) => setTimeout(done, 10));
    await this.send();
  }

  /** Ends a conflict: with the text of the page, or that of the disk. */
  settle(file, theirs, version) {
    const document = this.documents.get(file);
    document.conflict = false;
    document.base = version;
    document.asked = null;
    if (theirs !== null) this.replace(document, theirs);
    this.changed(true);
  }

  /** Everything was forgotten by the server: say it again. */
  again(documents) {
    for (const document of this.documents.values()) document.asked = null;
    this.open(documents);
  }

  keep(document, text) {
    const state = this.stateOf(document).toJSON({ history: historyField });
    const draft = { text, base: document.base, dirty: text !== document.saved, state };
    if (JSON.stringify(state).length > MOST_HISTORY || !store(`draft:${document.file}`, draft)) {
      store(`draft:${document.file}`, { ...draft, state: null });
    }
  }

  keepAll() {
    for (const document of this.documents.values()) this.keep(document, this.stateOf(document).doc.toString());
  }

  /** A place of a line in the text; lines that are not there any more are the last one. */
  at(doc, line, column) {
    const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
    return Math.min(found.from + column, found.to);
  }

  showProblems() {
    if (!this.current) return;
    const { doc } = this.view.state;
    const own = this.problems.filter((problem) => problem.file === this.current.file && problem.line >= 1 && problem.line <= doc.lines);
    const list = own.map((problem) => ({
      from: this.at(doc, problem.line, problem.from),
      to: this.at(doc, problem.line, problem.to),
      severity: problem.error ? "error" : "warning",
      message: [problem.title, ...problem.advice].join("\n"),
      source: problem.code,
      actions: problem.repairs.map((repair) => ({ name: repair.title, apply: () => this.apply(repair) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, list));
    this.on.problems?.(this.problems);
  }

  apply(repair) {
    const { doc } = this.view.state;
    this.view.dispatch({
      changes: { from: this.at(doc, repair.line, repair.from), to: this.at(doc, repair.line, repair.to), insert: repair.text },
      userEvent: "input.repair",
    });
    this.view.focus();
  }

  /** The first repair of the problem in the line of the cursor. */
  repair() {
    const { state } = this.view;
    const line = state.doc.lineAt(state.selection.main.head).number;
    const found = this.problems.find((problem) => problem.file === this.current.file && problem.line === line && problem.repairs.length);
    if (found) this.apply(found.repairs[0]);
    return true;
  }

  async format() {
    const document = this.current;
    const text = this.text(document.file);
    const reply = await ask({ ask: "format", text });
    if (reply?.is !== "formatted" || reply.text === text || this.text(document.file) !== text) return;
    const head = this.view.state.doc.lineAt(this.view.state.selection.main.head).number;
    this.replace(document, reply.text);
    this.view.dispatch({ selection: { anchor: this.at(this.view.state.doc, head, 0) } });
  }

  go(file, line, column = 0) {
    this.show(file);
    const at = this.at(this.view.state.doc, line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  word() {
    const { state } = this.view;
    const line = state.doc.lineAt(state.selection.main.head);
    const found = /^\s*(?:[\w.$]+\s*:\s*)*([\w.]+)/.exec(line.text);
    return found?.[1] ?? "";
  }

  async hover(view, at) {
    const line = view.state.doc.lineAt(at);
    const reply = await ask({ ask: "hover", file: this.current.file, line: line.number, column: at - line.from });
    if (reply?.is !== "hovered" || !reply.hover) return null;
    const [text, from, to] = reply.hover;
    return { pos: line.from + from, end: line.from + to, above: true, create: () => ({ dom: h("div", { class: "hover" }, markdown(text)) }) };
  }

  async complete(context) {
    const line = context.state.doc.lineAt(context.pos);
    if (!context.explicit && !/[\w.$%]$/.test(line.text.slice(0, context.pos - line.from))) return null;
    clearTimeout(this.timer);
    await this.send();
    const reply = await ask({ ask: "complete", file: this.current.file, line: line.number, column: context.pos - line.from });
    if (reply?.is !== "completed" || context.aborted) return null;
    const options = reply.items.map((item) => ({
      label: item.label, detail: item.detail, type: item.kind,
      apply: item.snippet ? snippet(item.insert.replace(/\$\{\d+:/g, "${")) : item.insert,
    }));
    return { from: line.from + reply.from, options, validFor: /^[\w.$%]*$/ };
  }

  // Breakpoints: marks in the text, with conditions beside them.

  pointsOf(document) {
    const state = this.stateOf(document);
    const points = [];
    state.field(pointField).between(0, state.doc.length, (from, to, mark) => {
      points.push({ file: document.file, line: state.doc.lineAt(from).number, condition: mark.condition });
    });
    return points;
  }

  points() {
    return [...this.documents.values()].flatMap((document) => this.pointsOf(document));
  }

  setPointsOf(document, points) {
    const { doc } = this.stateOf(document);
    const lines = new Map(points.filter((point) => point.line <= doc.lines).map((point) => [point.line, point]));
    const marks = [...lines.values()].sort((a, b) => a.line - b.line);
    const ranges = marks.map((point) => new Point(point.condition ?? "").range(doc.line(point.line).from));
    this.dispatch(document, { effects: setPoints.of(RangeSet.of(ranges)) });
    store(`points:${document.file}`, marks.map(({ line, condition }) => ({ line, condition })));
    this.on.points?.();
  }

  toggle(line = this.view.state.doc.lineAt(this.view.state.selection.main.head).number) {
    const points = this.pointsOf(this.current);
    const without = points.filter((point) => point.line !== line);
    this.setPointsOf(this.current, without.length < points.length ? without : [...points, { line, condition: "" }]);
  }

  setCondition(file, line, condition) {
    const document = this.documents.get(file);
    const points = this.pointsOf(document).map((point) => (point.line === line ? { ...point, condition } : point));
    this.setPointsOf(document, points);
  }

  /** The name of the instruction at a place, if that is open. */
  instruction(place) {
    const document = place && this.documents.get(place[0]);
    const doc = document && this.stateOf(document).doc;
    if (!doc || place[1] > doc.lines) return null;
    return /^\s*(?:[\w.$]+\s*:\s*)*([a-z][\w.]*)/i.exec(doc.line(place[1]).text)?.[1] ?? null;
  }

  /** Shows the line that runs next, or none. */
  here(place, failed = false) {
    for (const document of this.documents.values()) {
      const { doc } = this.stateOf(document);
      const own = place && place[0] === document.file && place[1] <= doc.lines;
      const marks = own ? [Decoration.line({ class: failed ? "here failed" : "here" }).range(doc.line(place[1]).from)] : [];
      this.dispatch(document, { effects: setHere.of(Decoration.set(marks)) });
    }
    if (place && this.documents.has(place[0])) {
      this.show(place[0]);
      const at = this.at(this.view.state.doc, place[1], 0);
      this.view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "nearest", yMargin: 60 }) });
    }
  }
}
