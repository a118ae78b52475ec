"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const body = document.querySelector(".students tbody");
  const rows = [...body.querySelectorAll("tr[data-i]")];
  const words = { g: "passed", p: "partly", f: "failed", b: "not tested", o: "not as asked" };

  // Characters that act instead of being seen; the same pictures as in the other reports.
  const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff\u{e0000}-\u{e007f}]/gu;
  const picture = (c) => {
    const n = c.codePointAt(0);
    if (n < 0x20) return String.fromCharCode(0x2400 + n);
    if (n === 0x7f) return "\u2421";
    return n < 0x100 ? "\\x" + n.toString(16) : "\\u{" + n.toString(16) + "}";
  };
  const block = (text) => text.replace(/\r\n/g, "\n").replace(/\t/g, "    ").replace(acting, picture);
  const line = (text) => text.replace(/\t/g, "\u2409").replace(/\n/g, "\u240a").replace(acting, picture);

  // All that is shown is made of elements and text, never of markup.
  const make = (name, attributes, ...inside) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value !== null && value !== undefined) element.setAttribute(key, value);
    }
    element.append(...inside.filter((one) => one !== null && one !== undefined));
    return element;
  };

  // A sentence, in which code stands between backquotes.
  const sentence = (text) => line(text).split(/`([^`]*)`/)
    .map((part, i) => (i % 2 ? make("code", {}, part) : part));

  const tileClass = (cell) => {
    const value = BigInt(cell);
    if (value === 0n) return "t";
    const power = (value & (value - 1n)) === 0n ? Math.min(value.toString(2).length - 1, 12) : 0;
    const digits = cell.length < 3 ? "" : " d" + Math.min(cell.length, 5);
    return "t p" + power + digits;
  };

  const board = (shown, right) => {
    let side = 1;
    while (side * side < shown.cells.length) side += 1;
    const spoken = shown.cells.map((cell) => (cell === "0" ? "empty" : cell)).join(", ");
    const grid = make("div", { class: "grid s" + side, role: "img", "aria-label": spoken });
    shown.cells.forEach((cell, i) => {
      const off = right && right.cells[i] !== cell ? " off" : "";
      grid.append(make("span", { class: tileClass(cell) + off }, cell === "0" ? "" : cell));
    });
    return make("figure", { class: "board" }, make("figcaption", {}, line(shown.label)), grid);
  };

  const shownParts = (all) => {
    const parts = [];
    const right = all.find((one) => one.cells && one.role === "expected");
    let boards = null;
    for (const one of all) {
      if (one.cells) {
        if (!boards) parts.push((boards = make("div", { class: "boards" })));
        boards.append(board(one, one.role === "got" ? right : null));
      } else if (one.png) {
        if (!boards) parts.push((boards = make("div", { class: "boards" })));
        const image = make("img", { alt: line(one.label), src: "data:image/png;base64," + one.png });
        boards.append(make("figure", { class: "screen" },
          make("figcaption", {}, line(one.label)), image));
      } else {
        boards = null;
        parts.push(make("figure", { class: "output" },
          make("figcaption", {}, line(one.label)),
          make("pre", { tabindex: "0", class: one.drawn ? "drawn" : null }, block(one.text))));
      }
    }
    return parts;
  };

  const listing = (student, lines) => {
    const list = make("ol", { class: "listing", tabindex: "0", "aria-label": "Lines of the program" });
    for (const [file, number, text, marked, calls] of lines) {
      const name = line(file === null ? student.file || "" : file).split("/").pop();
      list.append(make("li", marked ? { class: "marked" } : {},
        make("span", { class: "place" }, name + ":" + number),
        make("code", {}, block(data.texts[text]).replace(/\n/g, " ")),
        calls.length ? make("small", {}, "from " + line(calls.join(", ")).replace(/^:|, :/g, (at) => at.replace(":", "line "))) : null));
    }
    return list;
  };

  const suspects = (student, lines) => {
    const list = make("ol");
    for (const [file, number, text, why, repair] of lines) {
      const name = line(file === null ? student.file || "" : file).split("/").pop();
      list.append(make("li", {},
        make("span", { class: "place" }, name + ":" + number), " ",
        make("code", {}, line(text)),
        make("small", {}, ...sentence(why)),
        repair ? make("small", { class: "repair" }, ...sentence(repair)) : null));
    }
    return make("figure", { class: "suspects" }, make("figcaption", {}, "most suspicious lines"), list);
  };

  const copyable = (command) => {
    const code = make("code", {}, line(command));
    const button = make("button", { type: "button", class: "copy" }, "Copy");
    const done = (said) => {
      button.textContent = said;
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    };
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(command);
        done("Copied");
      } catch {
        const range = document.createRange();
        range.selectNodeContents(code);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        done("Selected");
      }
    });
    return make("div", { class: "command" }, code, button);
  };

  // A long list is folded, and so is what comes behind the most suspicious lines.
  const folded = (list, count, more) => (count <= 8 && !more ? list
    : make("details", {}, make("summary", {}, count + " lines of the program"), list));

  const failure = (what, student, lines, commands, worst) => {
    const box = make("div", { class: "failure" });
    if (what.rule || what.text) {
      box.append(make("p", {},
        what.rule ? make("span", { class: "rule" }, line(what.rule)) : null,
        what.rule ? " " : null, ...sentence(what.text || "")));
    }
    for (const said of what.said || []) box.append(make("p", { class: "said" }, ...sentence(said)));
    box.append(...shownParts(what.shown || []));
    if (what.hint) box.append(make("p", { class: "hint" }, make("b", {}, "Hint"), ...sentence(what.hint)));
    if (worst.length) box.append(suspects(student, worst));
    if (lines) box.append(folded(listing(student, lines), lines.length, worst.length > 0));
    box.append(...commands.map(copyable));
    return box;
  };

  const details = (student) => {
    const cell = make("td", { colspan: "4" });
    const chosen = [student.chosen, ...(student.notes || [])];
    for (const one of chosen) cell.append(make("p", { class: "chosen" }, ...sentence(one)));
    student.results.forEach(([letter, points, summary, told], i) => {
      if (letter === "g" || letter === "o") return;
      const test = data.tests[i];
      const box = make("section", { class: "outcome " + letter, "data-test": i },
        make("h3", {}, make("b", {}, ...sentence(test.title)),
          make("span", {}, words[letter] + ", " + points + " of " + test.points)),
        make("p", {}, ...sentence(data.texts[summary])));
      for (const [number, lines, commands, worst] of told) {
        box.append(failure(data.failures[number], student,
          lines === null ? null : data.listings[lines], commands, worst));
      }
      cell.append(box);
    });
    if (lost(student) === 0) {
      cell.append(make("p", { class: "chosen" }, "No points were lost."));
    }
    // What brings no points is told last, and only on demand.
    student.results.forEach(([letter, , summary, told], i) => {
      if (letter !== "o") return;
      cell.append(make("details", { class: "outcome o", "data-test": i },
        make("summary", {}, ...sentence(data.tests[i].title), ": " + words.o + ", no points"),
        make("p", {}, ...sentence(data.texts[summary])),
        ...told.map(([number, , commands]) => failure(data.failures[number], student, null, commands, []))));
    });
    return make("tr", { class: "details" }, cell);
  };

  const openDetails = (row, open) => {
    const button = row.querySelector(".open");
    const next = row.nextElementSibling;
    const there = next && next.classList.contains("details") ? next : null;
    button.setAttribute("aria-expanded", String(open));
    if (open && !there) row.after(details(data.students[row.dataset.i]));
    else if (there) there.hidden = !open;
  };

  const show = (i) => {
    const row = rows[i];
    if (row.hidden) clearFilters();
    openDetails(row, true);
    row.scrollIntoView({ block: "start" });
    row.querySelector(".open").focus({ preventScroll: true });
    row.classList.add("flash");
    setTimeout(() => row.classList.remove("flash"), 1200);
  };

  body.addEventListener("click", (event) => {
    const button = event.target.closest(".open");
    if (button) openDetails(button.closest("tr"), button.getAttribute("aria-expanded") !== "true");
  });

  // Sorting. Names go up first, numbers down.
  const lost = (student) => student.results.filter((result) => !"go".includes(result[0])).length;
  const collator = new Intl.Collator(undefined, { numeric: true });
  const orders = {
    name: { first: "ascending", by: (a, b) => collator.compare(a.name, b.name) },
    points: { first: "descending", by: (a, b) => a.points - b.points },
    lost: { first: "descending", by: (a, b) => lost(a) - lost(b) },
  };
  document.querySelectorAll("[data-sort]").forEach((button) => {
    button.addEventListener("click", () => {
      const head = button.closest("th");
      const order = orders[button.dataset.sort];
      const now = head.getAttribute("aria-sort");
      const other = order.first === "ascending" ? "descending" : "ascending";
      const next = now === order.first ? other : order.first;
      document.querySelectorAll("th[aria-sort]").forEach((th) => th.setAttribute("aria-sort", "none"));
      head.setAttribute("aria-sort", next);
      const sign = next === "ascending" ? 1 : -1;
      const sorted = [...rows].sort((a, b) => {
        const [x, y] = [Number(a.dataset.i), Number(b.dataset.i)];
        return sign * order.by(data.students[x], data.students[y]) || x - y;
      });
      const all = document.createDocumentFragment();
      for (const row of sorted) {
        const next = row.nextElementSibling;
        all.append(row);
        if (next && next.classList.contains("details")) all.append(next);
      }
      body.append(all);
    });
  });

  // Finding.
  const find = $("find"), test = $("test"), kind = $("kind"), special = $("special");
  let only = null;
  const texts = data.students.map((student) =>
    [student.name, student.key, student.id || "", student.file || ""].join("\n").toLowerCase());
  const filter = () => {
    const text = find.value.trim().toLowerCase();
    let count = 0;
    for (const row of rows) {
      const i = Number(row.dataset.i);
      const student = data.students[i];
      const seen = texts[i].includes(text)
        && (test.value === "" || student.results[test.value]?.[0] !== "g")
        && (kind.value === "" || (kind.value === "none" ? student.file === undefined
          : (kind.value === "all") === (lost(student) === 0)))
        && (!only || only.has(i));
      row.hidden = !seen;
      const next = row.nextElementSibling;
      if (next && next.classList.contains("details")) {
        next.hidden = !seen || row.querySelector(".open").getAttribute("aria-expanded") !== "true";
      }
      if (seen) count += 1;
    }
    $("count").textContent = count === rows.length ? rows.length + " students" : count + " of " + rows.length + " students";
  };
  const clearFilters = () => {
    find.value = test.value = kind.value = "";
    only = null;
    special.hidden = true;
    filter();
  };
  const narrow = (label, members) => {
    clearFilters();
    only = new Set(members);
    special.textContent = label;
    special.hidden = false;
    filter();
    $("students").scrollIntoView({ block: "start" });
    special.focus({ preventScroll: true });
  };
  find.addEventListener("input", filter);
  [test, kind].forEach((control) => control.addEventListener("change", filter));
  special.addEventListener("click", () => { clearFilters(); find.focus(); });

  document.querySelectorAll("[data-rule]").forEach((button) => {
    button.addEventListener("click", () => {
      const rule = data.rules[button.dataset.rule];
      const members = [];
      data.students.forEach((student, i) => {
        const breaks = student.results.some(([letter, , , told]) =>
          "fp".includes(letter) && told.some(([number]) => data.failures[number].rule === rule));
        if (breaks) members.push(i);
      });
      narrow("breaks " + line(rule), members);
    });
  });

  document.querySelectorAll(".group").forEach((group) => {
    group.addEventListener("toggle", () => {
      const inside = group.querySelector(".inside");
      if (!group.open || inside.childElementCount) return;
      const { failure: number, members } = data.groups[group.dataset.group];
      const list = make("ul", { class: "members" });
      for (const i of members) {
        const button = make("button", { type: "button", class: "link" }, line(data.students[i].name));
        button.addEventListener("click", () => show(i));
        list.append(make("li", {}, button));
      }
      const these = make("button", { type: "button", class: "copy" }, "Only these in the table");
      these.addEventListener("click", () => narrow(members.length + " failing alike", members));
      inside.append(list, these, failure(data.failures[number], null, null, [], []));
    });
  });

  // The heat map: a word on what is under the pointer, and a way to it.
  const tip = $("tip");
  const at = (event) => {
    const strip = event.target.closest(".strip svg");
    if (!strip || !data.order.length) return null;
    const box = strip.getBoundingClientRect();
    const place = Math.floor(((event.clientX - box.left) / box.width) * data.order.length);
    const i = data.order[Math.max(0, Math.min(place, data.order.length - 1))];
    return { i, test: Number(strip.dataset.test) };
  };
  const map = document.querySelector(".map");
  map.addEventListener("pointermove", (event) => {
    const found = at(event);
    tip.hidden = !found;
    if (!found) return;
    const student = data.students[found.i];
    const result = student.results[found.test];
    tip.textContent = line(student.name) + ": " + (result ? words[result[0]] + ", " + result[1] + " of " + data.tests[found.test].points : "not tested");
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = Math.max(8, Math.min(event.clientX + 12, room)) + "px";
    tip.style.top = event.clientY + 16 + "px";
  });
  map.addEventListener("pointerleave", () => { tip.hidden = true; });
  map.addEventListener("click", (event) => {
    const found = at(event);
    if (found) show(found.i);
  });

  filter();
})();
