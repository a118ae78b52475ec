// What the studio uses of CodeMirror, as one module. `scripts/studio-vendor` builds it.
export { EditorState, StateField, StateEffect, Compartment, RangeSet, Transaction, Prec } from "@codemirror/state";
export {
  EditorView, keymap, lineNumbers, gutter, GutterMarker, Decoration, hoverTooltip, drawSelection,
  highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, placeholder,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, historyField, indentWithTab, toggleComment, undo, redo } from "@codemirror/commands";
export { StreamLanguage, syntaxHighlighting, HighlightStyle, bracketMatching } from "@codemirror/language";
export { autocompletion, completionKeymap, snippet, startCompletion } from "@codemirror/autocomplete";
export { setDiagnostics, lintKeymap, lintGutter, openLintPanel, nextDiagnostic, forEachDiagnostic } from "@codemirror/lint";
export { search, searchKeymap, highlightSelectionMatches } from "@codemirror/search";
export { tags } from "@lezer/highlight";
