// Small things that the browser keeps for the page: settings, breakpoints, drafts with what can be undone.

/** Whether the page has no server. Then it may share its host with others, and keeps to its folder. */
export const alone = document.querySelector('meta[name="engine"]') !== null;

const KEY = alone ? `fivetwelve:${new URL("./", location.href).pathname}:` : "fivetwelve:";

/** What is kept under a name; private windows may keep nothing. */
export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(KEY + name));
  } catch {
    return null;
  }
}

export function store(name, value) {
  try {
    localStorage.setItem(KEY + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(KEY + name);
  } catch { /* then it was not kept */ }
}
