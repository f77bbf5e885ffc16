// A class of forty, as a learning platform hands it over: one folder a student, in nine kinds of files. Who copied from
// whom is in class.json. `node class.mjs FOLDER` writes it there, with the task beside it.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { docx, epub, html, notebook, odt, pdf, rtf } from "../made/documents.mjs";
import { zip } from "../made/zip.mjs";

const file = (name) => readFile(fileURLToPath(new URL(name, import.meta.url)), "utf8");

export const TASK = (await file("task.txt")).trim();
export const { copies: COPIES, innocent: INNOCENT, translated: TRANSLATED, ...more } = JSON.parse(await file("class.json"));
const WITH_TASK = more["with the task"];

/** As a student changes words who hopes that it will do. */
const CHANGES = {
  coast: "shore", raked: "gathered", brings: "carries", wooden: "small", touch: "reach", weeks: "days", nothing: "little", rain: "water", gone: "lost",
  bitter: "useless", mistakes: "errors", surface: "brine", family: "household", pay: "give", compete: "keep up", lives: "survives", cooks: "chefs", herons: "birds",
};

/** Some Latin letters as the Cyrillic ones that look alike. */
const ALIKE = { a: "а", e: "е", o: "о", c: "с", p: "р" };

/** Essays as `{ author, kind, title, paragraphs }`. */
export const ESSAYS = await essays();

async function essays() {
  const originals = parsed(await file("essays.txt"));
  const by = new Map(originals.map((essay) => [essay.author, essay]));
  const copies = parsed(await file("copies.txt")).map((essay) => ({ ...essay, paragraphs: essay.paragraphs.flatMap((paragraph) => filled(paragraph, by)) }));
  const tasked = originals.map((essay) => (WITH_TASK.includes(essay.author) ? { ...essay, paragraphs: [TASK.split(/(?<=\.) /)[0], ...essay.paragraphs] } : essay));
  return [...tasked, ...copies].sort((a, b) => (surname(a) < surname(b) ? -1 : 1));
}

function surname({ author }) {
  return author.split(" ").at(-1);
}

function parsed(text) {
  return text.split(/^= /m).slice(1).map((part) => {
    const [head, ...rest] = part.split("\n");
    const [author, kind, title] = head.split(" | ");
    return { author, kind, title, paragraphs: rest.join("\n").trim().split(/\n\n+/) };
  });
}

/** What stands for `{how of whom}` in a copy. */
function filled(paragraph, by) {
  const [, how, number, names] = /^\{(\w+)(?: (\d+))?(?: of)? (.+)\}$/.exec(paragraph) ?? [];
  if (!how) return [paragraph];
  const [one, other] = names.split(" and ").map((name) => by.get(name).paragraphs);
  switch (how) {
    case "paragraph":
      return [one[number - 1]];
    case "changed":
      return one.map(withChangedWords);
    case "patchwork":
      return [patchwork(one, other)];
    case "reversed":
      return one.toReversed();
    case "disguised":
      return one.map(disguised);
    case "unquoted":
      return one.flatMap((paragraph) => /“(.+)”/.exec(paragraph)?.[1] ?? []);
  }
}

function withChangedWords(text) {
  return text.replace(/\p{L}+/gu, (word) => CHANGES[word] ?? word);
}

/** Sentences of the one and of the other in turn, two at a time. */
function patchwork(one, other) {
  const sentences = (paragraphs) => paragraphs.join(" ").match(/[^.?!]+[.?!]+/g).map((sentence) => sentence.trim());
  const [first, second] = [sentences(one), sentences(other)];
  return [...first.slice(0, 2), ...second.slice(0, 2), ...first.slice(4, 6), ...second.slice(4, 6)].join(" ");
}

function disguised(text) {
  let seen = 0;
  return text.replace(/[aeocp]/g, (letter) => ((seen += 1) % 5 === 0 ? ALIKE[letter] : letter));
}

/** The bytes of an essay in its kind of file. */
async function written({ author, kind, title, paragraphs }, number) {
  switch (kind) {
    case "docx":
      return docx([title, ...paragraphs], { title, author });
    case "odt":
      return odt([title, ...paragraphs], { title, author });
    case "epub":
      return epub([[title, ...paragraphs]], { title, author });
    case "rtf":
      return rtf([title, ...paragraphs], { title, author });
    case "pdf":
      return pdf([title, ...paragraphs], { title, author, head: `${title}, ${author.normalize("NFD").replace(/[^\x20-\x7e]/g, "")}`, columns: 1 + (number % 2), rows: 6 });
    case "notebook":
      return notebook([["markdown", `# ${title}\n\n${paragraphs[0]}`], ["code", "import math", "Printed, and no part of the text"], ["markdown", paragraphs.slice(1).join("\n\n")]]);
    case "html":
      return html([title, ...paragraphs], title);
    case "md":
      return [`# ${title}`, ...paragraphs].join("\n\n");
    case "txt":
      return [title, ...paragraphs].join("\n\n");
  }
}

/** `[path, bytes]` for each student, in the folders that Moodle makes. */
export async function classFiles() {
  return Promise.all(ESSAYS.map(async (essay, at) => {
    const extension = essay.kind === "notebook" ? "ipynb" : essay.kind;
    return [`${essay.author}_${41_000 + at * 37}_assignsubmission_file_/${essay.title.toLowerCase()}.${extension}`, Buffer.from(await written(essay, at))];
  }));
}

export const classZip = async () => zip(await classFiles());

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2] ?? "class";
  for (const [path, bytes] of [...(await classFiles()), ["task.txt", TASK]]) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), bytes);
  }
  await writeFile(`${folder}.zip`, await classZip());
}
