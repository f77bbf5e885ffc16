//! The report's own arithmetic: from the texts it holds to everything it prints.

import { Session } from "twinprint";
import { takeOut } from "../../../pairs/taking-out.ts";
import type { Counted, CountedPair, ReportData, ReportDocument } from "../data.ts";
import { countedWhole, takenTexts } from "../data.ts";
import { Stretches } from "../stretches.ts";
import { partial } from "./partial.ts";

export interface Computed extends Counted {
  recipe: string;
}

/** Computes all that can be computed; says after each pair how many are done, and lets the page live in between. */
export async function compute(data: ReportData, progress: (done: number) => Promise<void>): Promise<Computed> {
  const session = new Session(data.options);
  try {
    return await (data.whole ? ofWholes : ofPassages)(data, session, progress);
  } finally {
    session.free();
  }
}

async function ofWholes(data: ReportData, session: Session, progress: (done: number) => Promise<void>): Promise<Computed> {
  const words = new Map<number, number | undefined>();
  for (const { id, name, text, format } of data.documents) words.set(id, wordsOf(session, id, name, text ?? "", format));
  const templates = data.documents.filter(({ template }) => template).map(({ id }) => id);
  if (templates.length > 0) session.templates(Uint32Array.from(templates));
  takeOut(session, { all: [], pairs: [] }, takenTexts(data));
  const reports: CountedPair[] = [];
  for (const { a, b } of data.pairs) {
    reports.push(countedWhole(session.report(a, b)));
    await progress(reports.length);
  }
  const views = new Map(data.documents.flatMap(({ id }) => (words.get(id) === undefined ? [] : [[id, session.view(id)]])));
  return {
    recipe: session.recipe_id,
    words,
    reports,
    slice: (id, start, end) => (views.get(id) ?? "").slice(start, end),
    length: (id) => (views.get(id) ?? "").length,
  };
}

async function ofPassages(data: ReportData, session: Session, progress: (done: number) => Promise<void>): Promise<Computed> {
  const texts = new Map(data.documents.map((document: ReportDocument) => [document.id, new Stretches(document.parts ?? [])]));
  const slice = (id: number, start: number, end: number) => texts.get(id)?.slice(start, end) ?? "";
  const reports: CountedPair[] = [];
  for (const pair of data.pairs) {
    reports.push(partial(pair, (side, { start, end }) => slice(pair[side], start, end), session));
    await progress(reports.length);
  }
  return { recipe: session.recipe_id, words: new Map(), reports, slice, length: () => 0 };
}

/** The words of a document; undefined if it has none. */
function wordsOf(session: Session, id: number, name: string, text: string, format: ReportDocument["format"]): number | undefined {
  try {
    return session.put(id, name, text, format).words;
  } catch {
    return undefined;
  }
}

