// A class of 120 whose truth is known: essays of prose from PostgreSQL's manual, no two of which have eight words in a row in common, handed
// in on two platforms in five kinds of files, and in them what was planted: copies of six kinds, and what is no copy though it is shared.

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { docx, odt, pdf, rtf } from "../made/documents.mjs";
import { zip } from "../made/zip.mjs";
import { TASK } from "./class.mjs";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

export const SIZE = 120;
const WORDS = 380;
const KINDS = ["docx", "pdf", "odt", "txt", "rtf"];

const GIVEN = ["Ada", "Bruno", "Chiara", "David", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Karin", "Luca"];
const FAMILY = ["Abel", "Brandt", "Costa", "Dahl", "Engel", "Fischer", "Gallo", "Holm", "Ivanov", "Jansen"];

/** What many write beneath an essay, and is nobody's. */
const DECLARATION = "I declare that I wrote this essay myself, that I used no other sources than those which I name, and that I marked whatever I took from them, be it word for word or in substance.";

/** What two quote, and both mark. */
const QUOTED = "A craft is a quarrel with the stuff it is made of, and whoever has never lost it has not yet begun to learn.";

/** A passage, and the same in other words. */
const [CHRONICLE, RETOLD] = ["chronicle", "retold"].map((name) => readFileSync(file(`../../../reworded/${name}.txt`), "utf8").trim().split(/\n\n/)[1].replaceAll("\n", " "));

/** The class: its archive, and who shares what by which kind of copying. Persons are named as the page is to name them. */
export async function classOf120() {
  const persons = Array.from({ length: SIZE }, (_, at) => `${GIVEN[at % GIVEN.length]} ${FAMILY[Math.floor(at / GIVEN.length)]}`);
  // Two of one name, whom their platform tells apart by a number.
  persons[6] = persons[48] = "Zhang Wei";
  const essays = await dealt();
  const planted = [];
  const plant = (how, pairs) => planted.push(...pairs.map((pair) => ({ how, pair })));
  const into = (at, text) => essays[at].splice(2, 0, text);

  into(13, words(essays[3]).slice(40, 94).join(" "));
  plant("54 words word for word", [[3, 13]]);
  into(74, words(essays[14]).slice(60, 150).map((word, n) => (n % 9 === 4 ? `other${n}` : word)).join(" "));
  plant("90 words lightly edited", [[14, 74]]);
  into(35, sentences(essays[25]).slice(1, 9).reverse().join(" "));
  plant("sentences in another order", [[25, 35]]);
  into(58, essays[41][1].replace(/[“”"]/g, ""));
  plant("a paragraph, as if it were one's own", [[41, 58]]);
  for (const at of [80, 91]) into(at, words(essays[62]).slice(30, 105).join(" "));
  plant("75 words in a group of three", [[62, 80], [62, 91], [80, 91]]);
  essays[48] = essays[6];
  plant("the whole document", [[6, 48]]);

  into(100, CHRONICLE);
  into(111, RETOLD);
  for (const at of [20, 104]) into(at, `As somebody said, “${QUOTED}” I agree with that.`);
  const tasked = essays.map((paragraphs, at) => [...(at < SIZE - 2 ? [TASK] : []), ...paragraphs, ...(at % 3 < 2 ? [DECLARATION] : [])]);

  const numbered = persons.map((name, at) => (name === "Zhang Wei" ? `${name} (${41_000 + at})` : platformName(name, at)));
  return {
    persons: numbered,
    planted: planted.map(({ how, pair }) => ({ how, pair: pair.map((at) => numbered[at]) })),
    group: [62, 80, 91].map((at) => numbered[at]),
    reworded: [100, 111].map((at) => numbered[at]),
    quoting: [20, 104].map((at) => numbered[at]),
    archive: zip(await Promise.all(tasked.map(async (paragraphs, at) => [path(persons[at], at), await written(paragraphs, at)]))),
  };
}

/** Half of the class is on Moodle and half on Canvas, which puts the family name first and has no spaces. */
function path(name, at) {
  const kind = KINDS[at % KINDS.length];
  if (at < SIZE / 2) return `Essay 1 moodle/${name}_${41_000 + at}_assignsubmission_file_/essay ${at % 7}.${kind}`;
  return `Essay 1 canvas/${platformName(name, at)}_${at % 11 === 0 ? "LATE_" : ""}${51_000 + at}_${71_000 + at}_essay.${kind}`;
}

function platformName(name, at) {
  return at < SIZE / 2 ? name : name.split(" ").reverse().join("").toLowerCase();
}

async function written(paragraphs, at) {
  const kind = KINDS[at % KINDS.length];
  if (kind === "docx") return docx(paragraphs);
  if (kind === "odt") return odt(paragraphs);
  if (kind === "rtf") return rtf(paragraphs);
  if (kind === "pdf") return pdf(paragraphs, { head: "Essay 1", rows: 30 });
  return paragraphs.join("\n\n");
}

const words = (paragraphs) => paragraphs.join(" ").split(" ");
const sentences = (paragraphs) => paragraphs.join(" ").match(/[^.]+\.(?= |$)/g).map((sentence) => sentence.trim());

/** Essays as lists of paragraphs, in the order of the manual. */
async function dealt() {
  const essays = Array.from({ length: SIZE }, () => []);
  let at = 0;
  for (const paragraph of await paragraphs()) {
    if (at === SIZE) break;
    essays[at].push(paragraph);
    if (words(essays[at]).length >= WORDS) at += 1;
  }
  if (at < SIZE) throw new Error(`the manual has prose for ${at} essays only`);
  return essays;
}

/** Paragraphs of the manual's newer version that have no eight words in a row in common with one before. */
async function paragraphs() {
  const { TWINPRINT } = process.env;
  if (!TWINPRINT) throw new Error("TWINPRINT is not set: run `cargo xtask test --only page`, or set it to the program");
  const { stdout } = await promisify(execFile)(TWINPRINT, ["read", "--json", file("../../../manual/manual.jsonl.zst")], { maxBuffer: 2 ** 26 });
  const pages = stdout.trim().split("\n").map((line) => JSON.parse(line)).filter(({ document }) => document?.startsWith("postgresql-17/"));
  const seen = new Set();
  return pages.flatMap(({ text }) => [...text.matchAll(/<p>(.*?)<\/p>/gs)]).flatMap(([, markup]) => {
    const text = markup.replace(/<[^>]+>/g, "").replace(/\s+/g, " ").replace(/&\w+;/g, "").trim();
    const folded = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const runs = folded.slice(7).map((_, n) => folded.slice(n, n + 8).join(" "));
    if (folded.length < 25 || !/^[\x20-\x7e]+\.$/.test(text) || runs.some((run) => seen.has(run))) return [];
    for (const run of runs) seen.add(run);
    return [text];
  });
}
