// A board as a table.

import { h } from "./dom.js";

/** Cells row by row, 0 for an empty one; one of them can be marked as new, others as different. */
export function board(cells, fresh = null, other = null) {
  const size = Math.max(1, Math.round(Math.sqrt(cells.length)));
  const cell = (value, at) => h("td", { class: at === fresh ? "fresh" : other && other[at] !== value ? "different" : null }, value ? String(value) : "");
  const row = (_, k) => h("tr", {}, cells.slice(k * size, (k + 1) * size).map((value, at) => cell(value, k * size + at)));
  return h("table", { class: "board" }, Array.from({ length: size }, row));
}
