// Elements, made without text that is read as markup.

/** An element: `h("button", { class: "x", onclick }, "text", child)`. */
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

export const $ = (selector) => document.querySelector(selector);

/** What the reference and hovers are written in: headings, paragraphs, lists, tables and code. */
export function markdown(text) {
  const out = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const heading = /^(#+) (.*)/.exec(line);
    if (line.startsWith("```")) {
      const code = [];
      while (++at < lines.length && !lines[at].startsWith("```")) code.push(lines[at]);
      out.push(h("pre", { tabindex: 0 }, code.join("\n")));
    } else if (/^ {4}\S/.test(line)) {
      const code = [];
      for (; at < lines.length && /^( {4}|\s*$)/.test(lines[at]); at++) code.push(lines[at].slice(4));
      at--;
      out.push(h("pre", { tabindex: 0 }, code.join("\n").trimEnd()));
    } else if (heading) {
      out.push(h("h3", {}, inline(heading[2])));
    } else if (line.startsWith("|")) {
      const rows = [];
      for (; at < lines.length && lines[at].startsWith("|"); at++) {
        const cells = lines[at].split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim());
        if (!cells.every((cell) => /^:?-*:?$/.test(cell))) rows.push(cells);
      }
      at--;
      out.push(h("table", {}, rows.map((cells) => h("tr", {}, cells.map((cell) => h("td", {}, inline(cell)))))));
    } else if (/^[-*] /.test(line)) {
      const items = [];
      for (; at < lines.length && /^[-*] /.test(lines[at]); at++) items.push(h("li", {}, inline(lines[at].slice(2))));
      at--;
      out.push(h("ul", {}, items));
    } else if (line.trim()) {
      const words = [line];
      while (at + 1 < lines.length && lines[at + 1].trim() && !/^([-*] |#+ |\||```)/.test(lines[at + 1])) words.push(lines[++at]);
      out.push(h("p", {}, inline(words.join(" "))));
    }
  }
  return out;
}

/** A line of the same, as parts of an element. */
export function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/);
  return parts.map((part) => {
    if (/^`.+`$/.test(part)) return h("code", {}, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return h("b", {}, part.slice(2, -2));
    return part.replace(/\\([|<>*_])/g, "$1");
  });
}
