// The files that this browser keeps, for a page without a server: which is open, new ones, copies to and from the
// computer, and links.

import { wanted } from "./alone.js";
import { $, h } from "./dom.js";
import { forget, store } from "./kept.js";
import { link, named } from "./link.js";
import { all, free, remove, update } from "./storage.js";
import { t } from "./text.js";

const MOST_BYTES = 4 << 20;
/** Longer links are cut off by programs for mail and chat. */
const LONG_LINK = 8000;

export class Files {
  /** `notice` shows a sentence. */
  constructor(editor, notice) {
    this.editor = editor;
    this.dialog = h("dialog", { id: "files-dialog", "aria-labelledby": "files-title" });
    document.body.append(this.dialog);
    $("#settings").prepend(h("button", { type: "button", id: "files-button", "aria-haspopup": "dialog", onclick: () => this.show() }, t("files")));
    wanted.then(({ damaged }) => damaged && notice("failure", t("link_damaged")));
  }

  /** Opens a file: the page begins again with it. */
  async open(file) {
    await this.editor.settled();
    this.editor.keepAll();
    store("open", file);
    location.reload();
  }

  async add(name, text) {
    const file = free(await all(), name, text);
    await update(file, (kept) => kept ?? text);
    return file;
  }

  async show() {
    await this.editor.settled();
    const files = await all().catch(() => ({}));
    const current = this.editor.current.file;
    const row = (file) => h("li", {},
      h("button", { type: "button", class: "link", "aria-current": file === current ? "true" : null, onclick: () => this.open(file) }, file),
      h("button", { type: "button", onclick: () => this.download(file) }, t("download")),
      h("button", { type: "button", onclick: (event) => this.ask_delete(event.target, file) }, t("delete")));
    const name = h("input", { "aria-label": t("new_file_name"), placeholder: t("new_file_name"), spellcheck: "false", required: true });
    const input = h("input", { type: "file", id: "upload", multiple: true, hidden: true, onchange: () => this.upload(input.files) });
    this.said = h("p", { class: "hint", role: "status" });
    this.dialog.replaceChildren(
      h("h2", { id: "files-title" }, t("files")),
      h("ul", {}, Object.keys(files).map(row)),
      h("form", { class: "line", onsubmit: async (event) => {
        event.preventDefault();
        const wanted = named(name.value, "untitled");
        this.open(await this.add(/\./.test(wanted) ? wanted : `${wanted}.asm`, ""));
      } }, name, h("button", { type: "submit" }, t("new_file"))),
      h("div", { class: "line" }, input,
        h("button", { type: "button", onclick: () => input.click() }, t("upload")),
        h("button", { type: "button", id: "copy-link", onclick: () => this.copyLink() }, t("copy_link"))),
      this.said,
      h("p", { class: "hint" }, t("kept_here")),
      h("button", { type: "button", onclick: () => this.dialog.close() }, t("close")));
    if (!this.dialog.open) this.dialog.showModal();
  }

  download(file) {
    all().then((files) => {
      const address = URL.createObjectURL(new Blob([files[file] ?? this.editor.text(file)], { type: "text/plain" }));
      h("a", { href: address, download: file }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
    });
  }

  /** The second press deletes. */
  ask_delete(button, file) {
    if (button.dataset.sure) return this.delete(file);
    button.dataset.sure = "true";
    button.textContent = t("really_delete");
  }

  async delete(file) {
    await remove(file);
    forget(`draft:${file}`);
    forget(`points:${file}`);
    if (file === this.editor.current.file) {
      this.editor.documents.clear();
      location.reload();
    } else {
      this.show();
    }
  }

  async upload(chosen) {
    let first = null;
    for (const file of chosen) {
      if (file.size > MOST_BYTES) return this.say(t("too_large", { file: file.name }));
      const name = await this.add(named(file.name, "program.asm"), (await file.text()).replace(/\r\n?/g, "\n"));
      first ??= name;
    }
    if (first) this.open(first);
  }

  async copyLink() {
    const file = this.editor.current.file;
    const address = await link(file, this.editor.text(file));
    const field = h("input", { readonly: true, value: address, "aria-label": t("copy_link"), id: "link" });
    const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    this.say(copied ? t("link_copied") : t("link_here"), address.length > LONG_LINK ? ` ${t("link_long")}` : "", field);
    field.select();
  }

  say(...children) {
    this.said.replaceChildren(...children);
  }
}
