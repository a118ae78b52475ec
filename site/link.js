// Links that hold a small program: its text, compressed, behind the #, which browsers send to nobody.

const MOST_BYTES = 1 << 20;

const fromBase64 = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** Everything that comes of bytes in a stream, unless that is too much. */
async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  for (let size = 0, part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) throw new Error("too large");
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A text as letters, digits, `-` and `_`; with `~` in front if it is compressed. */
export async function pack(text) {
  const bytes = new TextEncoder().encode(text);
  if (!globalThis.CompressionStream) return toBase64(bytes);
  return `~${toBase64(await through(new CompressionStream("deflate-raw"), bytes))}`;
}

export async function unpack(code) {
  const bytes = fromBase64(code.replace(/^~/, ""));
  if (bytes.length > MOST_BYTES) throw new Error("too large");
  const plain = code.startsWith("~") ? await through(new DecompressionStream("deflate-raw"), bytes) : bytes;
  return new TextDecoder("utf-8", { fatal: true }).decode(plain).replace(/\r\n?/g, "\n");
}

/** A harmless name for a file. */
export function named(wanted, otherwise) {
  const name = (wanted ?? "").split(/[/\\]/).pop().replace(/[^\p{L}\p{N}_. -]/gu, "_").slice(-60).trim();
  return /[\p{L}\p{N}]/u.test(name) ? name : otherwise;
}

/** The link to a program. */
export async function link(name, text) {
  return `${location.origin}${location.pathname}#file=${encodeURIComponent(name)}&code=${await pack(text)}`;
}

/** What the address asks for, which it then forgets: what is typed from now on is not in it. */
export async function asked() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  addEventListener("hashchange", () => location.reload());
  if (!wanted.has("code") && !wanted.has("start")) return {};
  history.replaceState(null, "", location.pathname + location.search);
  if (wanted.has("start")) return { start: wanted.get("start") };
  try {
    return { shared: { name: named(wanted.get("file"), "shared.asm"), text: await unpack(wanted.get("code")) } };
  } catch {
    return { damaged: true };
  }
}
