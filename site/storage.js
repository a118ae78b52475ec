// The files that this browser keeps for this folder of the site, in its IndexedDB.

const FOLDER = new URL("./", import.meta.url).pathname;
const STORE = "files";

const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

let opened = null;
function database() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(`fivetwelve:${FOLDER}`, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another page of this site holds its files"));
  });
  return opened;
}

/** All files: their texts by name. */
export async function all() {
  const store = (await database()).transaction(STORE).objectStore(STORE);
  const [names, texts] = await Promise.all([done(store.getAllKeys()), done(store.getAll())]);
  return Object.fromEntries(names.map((name, at) => [name, texts[at]]));
}

/**
 * Replaces a file by what `change` makes of its text, which is undefined if there is none, as one step that no
 * other page comes between. What `change` returns is kept, or nothing if it returns undefined.
 */
export async function update(name, change) {
  const transaction = (await database()).transaction(STORE, "readwrite");
  const store = transaction.objectStore(STORE);
  const finished = new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error("nothing is kept"));
  });
  const request = store.get(name);
  request.onsuccess = () => {
    const text = change(request.result);
    if (text !== undefined) store.put(text, name);
  };
  await finished;
}

export async function remove(name) {
  await done((await database()).transaction(STORE, "readwrite").objectStore(STORE).delete(name));
}

/** A name for a new file with this text: another one if the wanted one is taken by another text. */
export function free(files, wanted, text) {
  const [, stem, end] = /^(.*?)(\.[^.]*)?$/.exec(wanted);
  let name = wanted;
  for (let count = 2; files[name] !== undefined && files[name] !== text; count++) name = `${stem}-${count}${end ?? ""}`;
  return name;
}
