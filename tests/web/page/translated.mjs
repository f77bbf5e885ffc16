// The words of an edition beside the English ones: of what keys they are, and which English texts a page must not show.

import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { inWordsOf } from "../../../www/editions.mjs";

const WORDS = fileURLToPath(new URL("../../../www/src/words/", import.meta.url));
const ts = createRequire(new URL("../../../www/package.json", import.meta.url))("typescript");

const sources = (folder) => readdirSync(folder).filter((name) => name.endsWith(".ts"));

/** All modules of words of an edition, by their names. */
export async function wordsOf(edition) {
  const names = sources(WORDS).filter((name) => name !== "edition.ts");
  const contents = names.map((name) => `export * as ${name.replace(".ts", "").replaceAll("-", "_")} from "./${name}";`).join("\n");
  // Whose language the browser speaks, of which a test by itself has none.
  const banner = { js: "const navigator = { languages: [] };" };
  const { outputFiles } = await build({ stdin: { contents, resolveDir: WORDS }, bundle: true, format: "esm", write: false, logLevel: "silent", banner, plugins: [inWordsOf(edition)] });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}

/** The texts in the files of a folder, and the parts of those with something filled in. */
function texts(folder) {
  const found = new Set();
  for (const name of sources(folder)) {
    const source = ts.createSourceFile(name, readFileSync(join(folder, name), "utf8"), ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) found.add(plain(node.text));
      if (!ts.isImportDeclaration(node) && !ts.isTypeNode(node) && !ts.isElementAccessExpression(node)) ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

const plain = (text) => text.replaceAll("&nbsp;", " ").replace(/\s+/g, " ").trim();

/** What of some texts that a page shows is English: a phrase of the English words anywhere, or a word of theirs alone. */
export function english(shown, edition) {
  const own = texts(join(WORDS, edition.words));
  const theirs = [...texts(WORDS)].filter((text) => /\p{L}{2}/u.test(text) && !own.has(text));
  const phrases = theirs.filter((text) => /\p{L}{2,} \p{L}{2,}/u.test(text));
  const alone = new Set(theirs);
  return shown.map(plain).filter((text) => alone.has(text) || phrases.some((phrase) => text.includes(phrase)));
}

/** All that a page shows or says, but what is of documents: texts, and what attributes say. */
export function shown(page) {
  return page.evaluate(() => {
    const said = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt", "label"];
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
      if (!walker.currentNode.parentElement.closest("script, style, .flow, .languages, .digits")) texts.push(walker.currentNode.textContent);
    }
    for (const element of document.querySelectorAll("*")) for (const name of said) texts.push(element.getAttribute(name) ?? "");
    return texts.filter((text) => text.trim() !== "");
  });
}
