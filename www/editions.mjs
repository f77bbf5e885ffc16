//! The editions of the pages, one for each language, and how one is built from the sources that all have in common: where a source
//! imports words, those of the edition's own folder are taken.

import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const words = join(dirname(fileURLToPath(import.meta.url)), "src/words");

/** What stands among the words and has none. */
const WORDLESS = ["edition.ts", "format.ts"];

/** `folder` is where the pages of an edition are, `words` the folder below the English words that its own are in. */
export const EDITIONS = [
  { language: "en", name: "English", folder: "" },
  { language: "de", name: "Deutsch", folder: "de/", words: "german" },
];

const sources = (folder) => readdirSync(folder).filter((name) => name.endsWith(".ts"));

/** The files of English words that an edition has no translation of. */
export function untranslated(edition) {
  if (!edition.words) return [];
  const own = sources(join(words, edition.words));
  return sources(words).filter((name) => !WORDLESS.includes(name) && !own.includes(name));
}

/** Takes an edition's words where a source imports English ones; for esbuild. */
export function inWordsOf(edition) {
  const own = edition.words ? sources(join(words, edition.words)) : [];
  return {
    name: "words",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.?\/.*\.ts$/ }, ({ path, resolveDir }) => {
        const found = join(resolveDir, path);
        return dirname(found) === words && own.includes(basename(found)) ? { path: join(words, edition.words, basename(found)) } : undefined;
      });
    },
  };
}
