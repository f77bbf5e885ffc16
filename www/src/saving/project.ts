//! A project file: documents, options, verdicts, notes and what was taken out, to go on later or elsewhere. It comes from outside: whatever is not as
//! it should be is named, and nothing of such a file is taken.

import type { AuthorOptions } from "../documents/authors.ts";
import { LIMIT } from "../documents/documents.ts";
import type { Doc, NewDoc } from "../documents/documents.ts";
import { newKey } from "../documents/key.ts";
import type { Settings } from "../options/settings.ts";
import { LONGEST_WORDS, REASONS } from "../pairs/taken-out.ts";
import type { Taken } from "../pairs/taken-out.ts";
import type { Judged } from "../pairs/verdicts.ts";
import type { Problem } from "../protocol/comparing.ts";
import type { Aside, Origin } from "../protocol/reading.ts";
import { bytes } from "../words/format.ts";
import { PROJECT } from "../words/project.ts";
import { ASIDES, KINDS } from "../words/readers.ts";
import type { Progress } from "./choice.ts";
import type { Workspace } from "./workspace.ts";

export interface Project {
  documents: (NewDoc & { id: number })[];
  options: Settings;
  verdicts: Judged[];
  taken: Taken[];
  /** Who judged, as far as that was said. */
  by: string;
  /** The id of the recipe by which the numbers were made. */
  recipe: string;
}

/** A longer file is refused before it is read. */
export const LONGEST = 256 * 1024 * 1024;

const MOST_DOCUMENTS = 10_000;
const LONGEST_NAME = 1000;
const LONGEST_NOTE = 100_000;
const MOST_PAGES = 100_000;
const MOST_ASIDES = 100;
const MOST_TAKEN = 10_000;
const MOST_OTHERS = 100;

/** 2: what was taken out, too; 3: who judged, the verdicts of others, and when documents were handed in, and of what. */
const VERSION = 3;

/** Writes everything that is here. Files become their texts. */
export async function write(workspace: Workspace, by: string, progress: Progress): Promise<string> {
  return `${JSON.stringify({ ...(await gather(workspace, workspace.documents.all, workspace.settings(), progress)), ...(by ? { by } : {}) }, null, 1)}\n`;
}

/** A project of some documents, and of what was decided on them. */
export async function gather(workspace: Workspace, docs: Doc[], options: Settings, progress: Progress) {
  const { engine, verdicts, takenOut, version } = workspace;
  const all = docs.filter(({ source }) => source !== null);
  const written = [];
  for (const { id, name, path, source, format, template, label, author, authorByHand, pages, origin, handedIn, cohort } of all) {
    const text = typeof source === "string" ? source : await engine.text(label, source!).catch(() => undefined);
    if (text !== undefined) written.push({ id, name, path, format, template, ...(authorByHand ? { author } : {}), ...(pages ? { pages: [...pages] } : {}), ...(origin ? { origin } : {}), ...(handedIn ? { handed_in: handedIn } : {}), ...(cohort ? { cohort } : {}), text });
    progress(written.length, all.length);
  }
  const ids = new Set(written.map(({ id }) => id));
  return {
    ...{ kind: "twinprint-project", version: VERSION },
    made: new Date().toISOString(),
    twinprint: version,
    recipe: engine.recipe?.id ?? "",
    options,
    documents: written,
    verdicts: verdicts.all.filter(({ a, b }) => ids.has(a) && ids.has(b)),
    taken_out: takenOut.all.filter(({ a, b }) => ids.has(a) && ids.has(b)).map(({ key: _, ...taken }) => taken),
  };
}

/** Reads a project file; throws a problem that says what is wrong with it. */
export async function read(file: File): Promise<Project> {
  if (file.size > LONGEST) throw problem(file.name, PROJECT.tooLarge(bytes(file.size), bytes(LONGEST)));
  const text = await file.text().catch(() => {
    throw problem(file.name, PROJECT.unreadable);
  });
  return parse(text, file.name);
}

/** Reads a project's text, which came from `place`; throws a problem that says what is wrong with it. */
export function parse(text: string, place: string): Project {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw problem(place, PROJECT.notJson);
  }
  try {
    return project(parsed);
  } catch (error) {
    if (error instanceof Wrong) throw problem(place, error.message);
    throw error;
  }
}

class Wrong extends Error {}

function problem(place: string, what: string): Problem {
  return { kind: "bad-project", what, place, remedy: PROJECT.remedy };
}

function project(parsed: unknown): Project {
  const fields = object(parsed, PROJECT.file);
  if (fields.kind !== "twinprint-project") throw new Wrong(PROJECT.notAProject);
  if (!Number.isInteger(fields.version) || (fields.version as number) < 1 || (fields.version as number) > VERSION) throw new Wrong(PROJECT.newer);
  const documents = list(fields.documents, "documents", MOST_DOCUMENTS).map((item, i) => document(item, `documents[${i}]`));
  const ids = new Set(documents.map(({ id }) => id));
  if (ids.size < documents.length) throw new Wrong(PROJECT.twice);
  const verdicts = list(fields.verdicts ?? [], "verdicts", (MOST_DOCUMENTS * MOST_DOCUMENTS) / 2).map((item, i) => verdict(item, `verdicts[${i}]`, ids));
  const taken = list(fields.taken_out ?? [], "taken_out", MOST_TAKEN).map((item, i) => takenOut(item, `taken_out[${i}]`, ids));
  return { documents, verdicts, taken, options: options(fields.options ?? {}), by: text(fields.by ?? "", "by", LONGEST_NAME), recipe: text(fields.recipe ?? "", "recipe", LONGEST_NAME) };
}

function document(item: unknown, place: string): Project["documents"][number] {
  const fields = object(item, place);
  const { format, template = false, author, pages, origin, handed_in, cohort } = fields;
  if (format !== "plain" && format !== "html") throw new Wrong(PROJECT.wrong(`${place}.format`));
  if (typeof template !== "boolean") throw new Wrong(PROJECT.wrong(`${place}.template`));
  const name = text(fields.name, `${place}.name`, LONGEST_NAME);
  return {
    id: whole(fields.id, `${place}.id`),
    name: name || PROJECT.nameless,
    path: text(fields.path ?? name, `${place}.path`, 4 * LONGEST_NAME),
    source: text(fields.text, `${place}.text`, LIMIT),
    format,
    template,
    ...(author === undefined ? {} : { author: text(author, `${place}.author`, LONGEST_NAME), authorByHand: true }),
    ...(pages === undefined ? {} : { pages: list(pages, `${place}.pages`, MOST_PAGES).map((page) => natural(page, `${place}.pages`)) }),
    ...(origin === undefined ? {} : { origin: originOf(origin, `${place}.origin`) }),
    ...(handed_in === undefined ? {} : { handedIn: moment(handed_in, `${place}.handed_in`) }),
    ...(cohort === undefined ? {} : { cohort: text(cohort, `${place}.cohort`, LONGEST_NAME) }),
  };
}

/** What a document was read from, and what its file had beside its text. */
function originOf(item: unknown, place: string): Origin {
  const { kind, title, author, blank, asides, disguised, sha256 } = object(item, place);
  if (!isOneOf(KINDS, kind)) throw new Wrong(PROJECT.wrong(`${place}.kind`));
  return {
    kind,
    ...(title === undefined ? {} : { title: text(title, `${place}.title`, LONGEST_NAME) }),
    ...(author === undefined ? {} : { author: text(author, `${place}.author`, LONGEST_NAME) }),
    ...(blank === undefined ? {} : { blank: natural(blank, `${place}.blank`) }),
    ...(asides === undefined ? {} : { asides: list(asides, `${place}.asides`, MOST_ASIDES).map((one, i) => aside(one, `${place}.asides[${i}]`)) }),
    ...(disguised === undefined ? {} : { disguised: natural(disguised, `${place}.disguised`) }),
    ...(sha256 === undefined ? {} : { sha256: digest(sha256, `${place}.sha256`) }),
  };
}

/** Whether something is the name of one of these. */
function isOneOf<Name extends string>(names: Record<Name, unknown>, name: unknown): name is Name {
  return typeof name === "string" && Object.hasOwn(names, name);
}

function digest(item: unknown, place: string): string {
  if (typeof item !== "string" || !/^[0-9a-f]{64}$/.test(item)) throw new Wrong(PROJECT.wrong(place));
  return item;
}

function aside(item: unknown, place: string): Aside {
  const { kind, words, text: said } = object(item, place);
  if (!isOneOf(ASIDES, kind)) throw new Wrong(PROJECT.wrong(`${place}.kind`));
  return { kind, words: natural(words, `${place}.words`), text: text(said, `${place}.text`, LONGEST_NOTE) };
}

function verdict(item: unknown, place: string, ids: Set<number>): Judged {
  const fields = object(item, place);
  const pair = pairOf(fields.a, fields.b, place, ids);
  const others = list(fields.others ?? [], `${place}.others`, MOST_OTHERS).map((item, i) => {
    const other = object(item, `${place}.others[${i}]`);
    return { by: text(other.by, `${place}.others[${i}].by`, LONGEST_NAME), ...judgement(other, `${place}.others[${i}]`) };
  });
  return { ...pair, ...judgement(fields, place), ...(others.length > 0 ? { others } : {}) };
}

function judgement({ verdict = "", note = "", at }: Record<string, unknown>, place: string): Pick<Judged, "verdict" | "note" | "at"> {
  if (verdict !== "" && verdict !== "copied" && verdict !== "fine" && verdict !== "again") throw new Wrong(PROJECT.wrong(`${place}.verdict`));
  return { verdict, note: text(note, `${place}.note`, LONGEST_NOTE), at: moment(at, `${place}.at`) };
}

function takenOut(item: unknown, place: string, ids: Set<number>): Taken {
  const { a, b, all, texts, reason, words, at } = object(item, place);
  const pair = pairOf(a, b, place, ids);
  if (typeof all !== "boolean") throw new Wrong(PROJECT.wrong(`${place}.all`));
  const [one, other, ...more] = list(texts, `${place}.texts`, 2).map((passage) => text(passage, `${place}.texts`, LIMIT));
  if (one === undefined || other === undefined || more.length > 0) throw new Wrong(PROJECT.wrong(`${place}.texts`));
  const known = REASONS.find((name) => name === reason);
  if (!known) throw new Wrong(PROJECT.wrong(`${place}.reason`));
  return { key: newKey(), ...pair, all, texts: [one, other], reason: known, words: text(words ?? "", `${place}.words`, LONGEST_WORDS), at: moment(at, `${place}.at`) };
}

/** Two documents of the file, the one with the smaller number first. */
function pairOf(one: unknown, other: unknown, place: string, ids: Set<number>): { a: number; b: number } {
  const [a, b] = [whole(one, `${place}.a`), whole(other, `${place}.b`)];
  if (a >= b || !ids.has(a) || !ids.has(b)) throw new Wrong(PROJECT.wrong(place));
  return { a, b };
}

function moment(item: unknown, place: string): string {
  const at = text(item ?? "", place, 40);
  if (at !== "" && Number.isNaN(Date.parse(at))) throw new Wrong(PROJECT.wrong(place));
  return at;
}

/** Options are numbers, words, lists of words, switches or nothing; what they mean the core says, and refuses what it does not know. */
function options(item: unknown): Settings {
  const { authors: rules, ...chosen } = object(item, "options");
  const entries = Object.entries(chosen);
  const word = (value: unknown) => typeof value === "string" && value.length <= LONGEST_NAME;
  for (const [name, value] of entries) {
    const words = Array.isArray(value) && value.length <= 100 && value.every(word);
    const simple = value === null || ["number", "boolean"].includes(typeof value) || word(value) || words;
    if (!simple || entries.length > 100 || !/^[a-z_]{1,40}$/.test(name)) throw new Wrong(PROJECT.wrong("options"));
  }
  const { common = 1 } = chosen;
  if (typeof common !== "number" || !(common > 0 && common <= 1)) throw new Wrong(PROJECT.wrong("options.common"));
  return { ...(Object.fromEntries(entries) as Settings), ...(rules === undefined ? {} : { authors: authors(rules) }) };
}

function authors(item: unknown): AuthorOptions {
  const place = "options.authors";
  const { rule, within = false, asOne = false, names = {}, old = [] } = object(item, place);
  if (typeof within !== "boolean" || typeof asOne !== "boolean") throw new Wrong(PROJECT.wrong(place));
  const given = Object.entries(object(names, `${place}.names`)).map(([mark, name]) => [mark, text(name, `${place}.names`, LONGEST_NAME)]);
  if (given.length > 2 * MOST_DOCUMENTS) throw new Wrong(PROJECT.wrong(`${place}.names`));
  const cohorts = list(old, `${place}.old`, MOST_DOCUMENTS).map((cohort) => text(cohort, `${place}.old`, LONGEST_NAME));
  const rest = { within, asOne, ...(cohorts.length > 0 ? { old: cohorts } : {}), ...(given.length > 0 ? { names: Object.fromEntries(given) as Record<string, string> } : {}) };
  const { by, pattern } = object(rule, `${place}.rule`);
  if (by === "pattern") return { rule: { by, pattern: text(pattern, `${place}.rule.pattern`, LONGEST_NAME) }, ...rest };
  if (by !== "platform" && by !== "folder" && by !== "none") throw new Wrong(PROJECT.wrong(`${place}.rule`));
  return { rule: { by }, ...rest };
}

function object(item: unknown, place: string): Record<string, unknown> {
  if (typeof item !== "object" || item === null || Array.isArray(item)) throw new Wrong(PROJECT.wrong(place));
  // A key such as "__proto__" is one among others.
  return Object.assign(Object.create(null) as Record<string, unknown>, item);
}

function list(item: unknown, place: string, most: number): unknown[] {
  if (!Array.isArray(item) || item.length > most) throw new Wrong(PROJECT.wrong(place));
  return item;
}

function text(item: unknown, place: string, longest: number): string {
  if (typeof item !== "string" || item.length > longest) throw new Wrong(PROJECT.wrong(place));
  return item;
}

/** Ids stay below 2^26, so that two of them make one exact number. */
function whole(item: unknown, place: string): number {
  const n = natural(item, place);
  if (n === 0 || n >= 2 ** 26) throw new Wrong(PROJECT.wrong(place));
  return n;
}

function natural(item: unknown, place: string): number {
  if (!Number.isSafeInteger(item) || (item as number) < 0) throw new Wrong(PROJECT.wrong(place));
  return item as number;
}
