// Words: one file for each language under texts/, English where one has none.

import { stored, store } from "./kept.js";

export const LANGUAGES = { en: "English", de: "Deutsch", es: "Español", pt: "Português", zh: "中文" };
let words = {};
let english = {};
export let language = "en";

/** Reads the words of a language. */
export async function speak(wanted) {
  const known = (tag) => Object.keys(LANGUAGES).find((name) => tag.toLowerCase().startsWith(name));
  const tags = [wanted, stored("language"), ...navigator.languages].filter(Boolean);
  language = tags.map(known).find(Boolean) ?? "en";
  const read = async (name) => (await fetch(`texts/${name}.json`)).json();
  if (wanted) store("language", language);
  english = await read("en");
  words = language === "en" ? english : await read(language).catch(() => ({}));
  document.documentElement.lang = language;
}

/** A sentence by its name, with values in the place of {names}. */
export function t(name, values = {}) {
  const text = words[name] ?? english[name] ?? name;
  return text.replace(/\{(\w+)\}/g, (all, key) => values[key] ?? all);
}

export const number = (value) => value.toLocaleString(language);
