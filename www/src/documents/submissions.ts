//! A list of what was handed in: for a file or a person the time, and a label such as the year or the class. It is a table (CSV) whose
//! first line names its columns, as learning platforms give it or as a person writes it.

import { SUBMISSIONS } from "../words/submissions.ts";
import { authorKey, toldBy } from "./authors.ts";
import type { Doc, Documents, Handed } from "./documents.ts";

/** A line of the list. */
interface Line {
  /** By what its documents are told: a file's name or path, a person's name, a platform's number. */
  marks: string[];
  handed: Handed;
}

/** The names that columns have, in the languages of the page and on platforms. */
const COLUMNS = {
  file: /^(file|file ?name|path|document|datei|dateiname|dokument)$/,
  person: /^(person|student|author|name|full ?name|user|user ?name|login|sis login id|teilnehmer(in)?|vollständiger name|autor(in)?|anmeldename)$/,
  number: /^(id|number|identifier|user ?id|student ?id|nummer|id-nummer|kennung)$/,
  time: /^(time|date|submitted|submitted at|submission (date|time)|handed in|last modified \(submission\)|zeit|datum|abgegeben|abgabe(zeit|datum)?|zuletzt geändert \(abgabe\))$/,
  cohort: /^(label|year|class|cohort|section|term|variant|kennzeichen|jahr|jahrgang|klasse|kurs|semester)$/,
} as const;
type Column = keyof typeof COLUMNS;

/** What is read of a list, or what is wrong with it. */
export type Read = { lines: Line[]; undated: number } | { problem: string };

/** Reads a list; undefined where the text is none, as its first line names no file or person beside a time or a label. */
export function read(text: string): Read | undefined {
  const [head = [], ...rows] = cells(text);
  const at = new Map<Column, number>();
  for (const [index, cell] of head.entries()) {
    const name = cell.trim().toLowerCase();
    const column = (Object.keys(COLUMNS) as Column[]).find((column) => COLUMNS[column].test(name));
    if (column && !at.has(column)) at.set(column, index);
  }
  const has = (...columns: Column[]) => columns.some((column) => at.has(column));
  if (!has("file", "person", "number") || !has("time", "cohort")) return undefined;
  const of = (row: string[], column: Column) => (row[at.get(column) ?? -1] ?? "").trim();
  const times = timesOf(rows.map((row) => of(row, "time")));
  if (times === undefined) return { problem: SUBMISSIONS.ambiguous };
  let undated = 0;
  const lines = rows.map((row, index): Line => {
    const [file, person, number, cohort] = (["file", "person", "number", "cohort"] as const).map((column) => of(row, column)) as [string, string, string, string];
    const time = times[index];
    if (!time && of(row, "time") !== "") undated += 1;
    const marks = [file && `file ${folded(file)}`, number && `number ${/\d+/.exec(number)?.[0] ?? number}`, person && `person ${authorKey(person)}`];
    return { marks: marks.filter(Boolean), handed: { ...(time ? { handedIn: time } : {}), ...(cohort ? { cohort } : {}) } };
  });
  return { lines: lines.filter(({ marks, handed }) => marks.length > 0 && Object.keys(handed).length > 0), undated };
}

/** What the list says of each document of which it says anything, and how many of its lines are of none. */
export function matched(lines: Line[], documents: Documents): { handed: Map<Doc, Handed>; unmatched: number } {
  const by = new Map<string, Line>();
  for (const line of lines) for (const mark of line.marks) if (!by.has(mark)) by.set(mark, line);
  const numbers = toldBy({ by: "platform" }, documents.all).map(({ number }) => number);
  const handed = new Map<Doc, Handed>();
  const used = new Set<Line>();
  for (const [index, doc] of documents.all.entries()) {
    if (doc.template) continue;
    const marks = [`file ${folded(doc.path)}`, `file ${folded(doc.label)}`, `file ${folded(doc.name)}`, `number ${numbers[index]}`, `person ${authorKey(doc.author)}`];
    const line = marks.map((mark) => by.get(mark)).find((line) => line !== undefined);
    if (!line) continue;
    used.add(line);
    handed.set(doc, line.handed);
  }
  return { handed, unmatched: lines.length - used.size };
}

function folded(path: string): string {
  return path.normalize("NFKC").toLowerCase().replaceAll("\\", "/").replace(/^\.?\//, "");
}

/** The cells of a table of comma-separated values (RFC 4180), which spreadsheets separate by semicolons or tabs, too. */
function cells(text: string): string[][] {
  const head = /^[^\n]*/.exec(text)![0];
  const separator = [",", ";", "\t"].reduce((best, sign) => (head.split(sign).length > head.split(best).length ? sign : best));
  const rows: string[][] = [[]];
  const table = text.replace(/^\ufeff/, "");
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, "gy");
  for (let found = cell.exec(table); found; found = cell.exec(table)) {
    rows.at(-1)!.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    if (found[3] === "") break;
    if (found[3] !== separator) rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell.trim() !== ""));
}

/** 5.1.2026, 5/1/2026, 5-1-2026, with a time behind or without. */
const NUMERIC = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ ,T]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]m)?)?$/i;
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/;

/** The times of a column, in ISO 8601; undefined where the text is none. Undefined where one cannot tell days from months. */
function timesOf(texts: string[]): (string | undefined)[] | undefined {
  const slashed = texts.map((text) => NUMERIC.exec(text)).filter((found) => found !== null).filter(([, , sign]) => sign !== ".");
  const monthFirst = slashed.some(([, , , second]) => Number(second) > 12);
  const dayFirst = slashed.some(([, first]) => Number(first) > 12);
  if (slashed.length > 0 && monthFirst === dayFirst) return undefined;
  return texts.map((text) => {
    const found = NUMERIC.exec(text);
    if (found) {
      const [, one, sign, other, year, hour = "0", minute = "0", second = "0", half] = found;
      const [day, month] = sign !== "." && monthFirst ? [other, one] : [one, other];
      const late = half ? (Number(hour) % 12) + (half.toLowerCase() === "pm" ? 12 : 0) : Number(hour);
      return isoOf(Number(year), Number(month), Number(day), late, Number(minute), Number(second));
    }
    const iso = ISO.exec(text);
    if (iso) {
      const [, year, month, day, hour = "0", minute = "0", second = "0"] = iso;
      return isoOf(Number(year), Number(month), Number(day), Number(hour), Number(minute), Number(second));
    }
    // With its zone, or in words: "Monday, 5 January 2026, 10:11 AM".
    const time = Date.parse(text.replace(/^\p{L}+day,\s*/u, "").replace(/,(?=\s*\d{1,2}:)/, ""));
    return Number.isNaN(time) ? undefined : new Date(time).toISOString();
  });
}

function isoOf(year: number, month: number, day: number, hour: number, minute: number, second: number): string | undefined {
  const time = new Date(year, month - 1, day, hour, minute, second);
  return time.getMonth() === month - 1 && time.getDate() === day && hour < 24 ? time.toISOString() : undefined;
}
