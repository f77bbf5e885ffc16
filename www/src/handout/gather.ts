//! Puts together what a report holds and what is printed in it.

import type { Doc } from "../documents.ts";
import type { Mark, Place, Report } from "../protocol.ts";
import { HANDOUT } from "../texts/handout.ts";
import type { Alias } from "./aliases.ts";
import type { Counted, Held, HeldDocument, HeldPair } from "./held.ts";
import type { Here } from "./here.ts";
import { Stretches, joined } from "./within/stretches.ts";

/** What somebody wants to hand on. */
export interface Wanted {
  title: string;
  pairs: [number, number][];
  whole: boolean;
  anonymous: boolean;
  judgements: boolean;
}

/** Says how many of all steps are done. */
export type Progress = (done: number, of: number) => void;

/** Rejects with a sentence when documents changed meanwhile. */
export async function gather(wanted: Wanted, here: Here, progress: Progress): Promise<{ held: Held; counted: Counted }> {
  const { engine } = here;
  const { epoch } = engine;
  const docs = chosen(wanted, here);
  const versions = docs.map(({ version }) => version);
  const of = docs.length + wanted.pairs.length;
  let done = 0;
  const views = new Map<number, string>();
  const documents: HeldDocument[] = [];
  const aliases = here.aliases(wanted.anonymous);
  for (const doc of docs) {
    const { text } = await engine.view(doc.id);
    views.set(doc.id, text);
    documents.push({ ...named(doc, aliases.get(doc.id)!), ...(await given(doc, text, wanted, here)) });
    progress(++done, of);
  }
  const reports: Report[] = [];
  for (const [a, b] of wanted.pairs) {
    reports.push(await engine.report(a, b));
    progress(++done, of);
  }
  if (epoch !== engine.epoch || docs.some(({ id }, i) => here.documents.get(id)?.version !== versions[i])) throw new Error(HANDOUT.changed);
  const held: Held = {
    ...{ kind: "twinprint-report", version: 1 },
    title: wanted.title || HANDOUT.defaultTitle,
    made: new Date().toISOString(),
    twinprint: here.version,
    locale: navigator.language,
    recipe: engine.recipe ?? { id: "", text: "" },
    options: engine.options,
    whole: wanted.whole,
    anonymous: wanted.anonymous,
    documents,
    pairs: wanted.pairs.map(([a, b], n): HeldPair => ({ a, b, ...judgement(wanted, here, a, b), ...ofTheClass(reports[n]!) })),
  };
  if (!wanted.whole) leavePassages(held, reports, views);
  const texts = new Map(held.documents.map(({ id, parts }) => [id, new Stretches(parts ?? [[0, views.get(id)!]])]));
  return {
    held,
    counted: {
      words: new Map(docs.map(({ id, state }) => [id, state.is === "ready" ? state.words : undefined])),
      reports: wanted.whole ? reports : reports.map(withoutTheRest),
      slice: (id, start, end) => texts.get(id)!.slice(start, end),
      length: (id) => views.get(id)!.length,
    },
  };
}

/** The documents of the pairs, and the templates that are needed to compute their numbers. */
function chosen({ pairs, whole }: Wanted, { documents }: Here): Doc[] {
  const ids = new Set(pairs.flat());
  return documents.all.filter(({ id, template, state }) => ids.has(id) || (whole && template && state.is === "ready"));
}

function named({ id, template }: Doc, { name, author }: Alias): HeldDocument {
  return { id, name, author, template, format: "plain" };
}

/** A document as it was read. Markup may name its author where nobody sees it: then its visible text is given. */
async function given(doc: Doc, text: string, { whole, anonymous }: Wanted, { engine }: Here): Promise<Partial<HeldDocument>> {
  if (!whole) return {};
  if (doc.format === "plain" || anonymous || doc.source === null) return { text };
  return { text: await engine.text(doc.label, doc.source), format: doc.format };
}

function judgement({ judgements }: Wanted, { verdicts }: Here, a: number, b: number): Pick<HeldPair, "judgement"> {
  const found = judgements && verdicts.all.find((one) => one.a === a && one.b === b);
  return found ? { judgement: { verdict: found.verdict, note: found.note, at: found.at } } : {};
}

function ofTheClass({ left_out_a, left_out_b }: Report): Pick<HeldPair, "common"> {
  return [...left_out_a, ...left_out_b].some(({ kind }) => kind === "common") ? { common: true } : {};
}

/** Holds of the documents only what lies in the passages of the pairs. */
function leavePassages(held: Held, reports: Report[], views: Map<number, string>): void {
  const places = new Map<number, Place[]>(held.documents.map(({ id }) => [id, []]));
  for (const [n, pair] of held.pairs.entries()) {
    const { passages, marks_a, marks_b } = reports[n]!;
    pair.places = {
      passages: passages.map(({ a, b, runs }) => ({ a, b, runs: runs.map(({ a, b }) => ({ a, b })) })),
      marks_a: within(marks_a, passages.map(({ a }) => a)),
      marks_b: within(marks_b, passages.map(({ b }) => b)),
    };
    for (const { a, b } of passages) {
      places.get(pair.a)!.push({ ...a });
      places.get(pair.b)!.push({ ...b });
    }
  }
  for (const document of held.documents) {
    const text = views.get(document.id)!;
    document.parts = joined(places.get(document.id)!).map(({ start, end }) => [start, text.slice(start, end)]);
  }
}

function within(marks: Mark[], places: Place[]): Mark[] {
  return marks.filter((mark) => places.some(({ start, end }) => start <= mark.start && mark.end <= end));
}

/** What lies outside the passages of a report is not there to be marked. */
function withoutTheRest(report: Report): Report {
  const passages = report.passages.map((passage) => ({ ...passage, also_a: [], also_b: [] }));
  const [a, b] = [passages.map(({ a }) => a), passages.map(({ b }) => b)];
  return { ...report, passages, template_a: [], template_b: [], left_out_a: [], left_out_b: [], marks_a: within(report.marks_a, a), marks_b: within(report.marks_b, b) };
}
