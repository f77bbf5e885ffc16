// The words of the pages stand in one folder, www/src/words, from where scripts and the build take them: a translation is another
// such folder.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { source } from "./source.mjs";

const SOURCES = fileURLToPath(new URL("../../../www/src/", import.meta.url));
const ts = createRequire(new URL("../../../www/package.json", import.meta.url))("typescript");

/** Attributes whose values are read or heard. */
const SAID = new Set(["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title", "placeholder", "alt"]);
/** Properties of elements that are. */
const SHOWN = new Set(["textContent", "innerText", "title", "placeholder", "ariaLabel"]);
/** Functions all of whose arguments are. */
const SAYING = new Set(["announce", "note", "append", "prepend", "replaceChildren"]);
/** Functions whose arguments are no words, whatever they look like; an `Error` is for who mends the page. */
const UNSAID = new Set(["querySelector", "querySelectorAll", "closest", "matches", "split", "Error", "TypeError", "Wrong", "broken", "wrongKind", "office"]);
/** Two words with a space between them, the first in small letters or with a capital. */
const PHRASE = /(?:^|[^\w.#>-])\p{L}\p{Ll}*['’,.;:!]? \p{Ll}{2,}/u;
const LETTERS = /^(?!https?:).*\p{L}{2,}/su;

/** What is no word for a reader although it looks like one: files that hold something else. */
const OTHER = {
  "check/example.ts": "a text to try",
  "workers/comparing/warm.ts": "text for the compiler alone",
  "workers/reading/rtf.ts": "names of the format",
  "workers/reading/epub.ts": "names of elements",
  "workers/reading/pdf/paragraphs.ts": "parts of words",
};

/** The literals of a source that a person would read. */
function words(path) {
  const source = ts.createSourceFile(path, readFileSync(join(SOURCES, path), "utf8"), ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const text = ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) ? withoutTags(node.text) : "";
    if (text && (PHRASE.test(text) ? !unsaid(node) : LETTERS.test(text) && said(node))) {
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${JSON.stringify(text)}`);
    }
    if (!ts.isImportDeclaration(node) && !ts.isTypeNode(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What is called with a literal among its arguments, and the place of that argument. */
function call(node) {
  let argument = node;
  while (ts.isConditionalExpression(argument.parent) || ts.isBinaryExpression(argument.parent) || ts.isTemplateSpan(argument.parent) || ts.isTemplateExpression(argument.parent) || ts.isParenthesizedExpression(argument.parent)) {
    // What decides is not shown.
    if (ts.isConditionalExpression(argument.parent) && argument.parent.condition === argument) return undefined;
    if (ts.isBinaryExpression(argument.parent) && /^(?:[=!]==|[<>])/.test(argument.parent.operatorToken.getText())) return undefined;
    argument = argument.parent;
  }
  const { parent } = argument;
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return { argument };
  const callee = parent.expression;
  return { argument, name: ts.isPropertyAccessExpression(callee) ? callee.name.text : callee.getText(), place: parent.arguments?.indexOf(argument) ?? -1, all: parent.arguments };
}

/** Whether a literal is shown or said where it stands. */
function said(node) {
  const here = call(node);
  if (!here) return false;
  const { argument, name, place, all } = here;
  const { parent } = argument;
  if (ts.isPropertyAssignment(parent) && parent.initializer === argument) return SAID.has(parent.name.text);
  const target = ts.isBinaryExpression(argument) && argument.operatorToken.kind === ts.SyntaxKind.EqualsToken ? argument.left : undefined;
  if (target) return ts.isPropertyAccessExpression(target) && SHOWN.has(target.name.text);
  if (name === "h") return place >= 2;
  if (name === "set" || name === "setAttribute") return SAID.has(all.find((other) => ts.isStringLiteral(other))?.text) && !SAID.has(node.text);
  return place >= 0 && SAYING.has(name);
}

/** What of a piece of markup is no tag, nor a part of one. */
function withoutTags(text) {
  return text.replace(/^[^<>]*"[^<>]*>/, "").replace(/<[^>]*(?:>|$)/g, " ");
}

/** Whether a literal is a selector, an error's message, a list of names or of classes. */
function unsaid(node) {
  const here = call(node);
  if (here?.name && UNSAID.has(here.name)) return true;
  if (here?.all?.some((other) => ts.isStringLiteral(other) && other.text === "class")) return true;
  const { parent } = here?.argument ?? node;
  return ts.isPropertyAssignment(parent) && ["class", "name", "rel"].includes(parent.name.text);
}

test("every word of the pages that a script writes stands in words/", () => {
  const files = readdirSync(SOURCES, { recursive: true }).map((path) => path.replaceAll("\\", "/")).filter((path) => path.endsWith(".ts"));
  assert.ok(files.length > 80);
  assert.deepEqual(files.filter((path) => !path.startsWith("words/") && !(path in OTHER)).flatMap(words), []);
});

/** The files of the source that end so. */
const ending = (end) => readdirSync(SOURCES, { recursive: true }).map((path) => path.replaceAll("\\", "/")).filter((path) => path.endsWith(end));

test("the HTML has no words of its own but the name, and asks for none in vain", async () => {
  const { HTML } = await source("words/html.ts");
  const asked = new Set();
  for (const path of ending(".html")) {
    const html = readFileSync(join(SOURCES, path), "utf8").replace(/<(?:style|script)[^>]*>.*?<\/(?:style|script)>/gs, "");
    const values = [...html.matchAll(/(?:aria-label|title|placeholder|alt|name="description" content)="([^"]*)"/g)].map(([, value]) => value);
    const said = [...values, html.replace(/<[^>]*>/g, "\n")].join("\n").replace(/\{\{?[\w.:-]+\}?\}/g, "").replaceAll("Twinprint", "");
    assert.deepEqual(said.match(/\p{L}{2,}/gu), null, path);
    for (const [, key] of html.matchAll(/\{words\.(\w+)\}/g)) asked.add(key);
  }
  assert.deepEqual([...asked, "appDescription"].sort(), Object.keys(HTML).sort());
});

test("style sheets write no words", () => {
  const files = ending(".css");
  assert.ok(files.length > 5);
  const written = files.flatMap((path) => [...readFileSync(join(SOURCES, path), "utf8").matchAll(/content: ([^;}]*)/g)].map(([, content]) => content));
  assert.ok(written.length > 5);
  assert.deepEqual(written.flatMap((content) => content.match(/"[^"]*"/g) ?? []).filter((text) => /\p{L}/u.test(text)), []);
});
