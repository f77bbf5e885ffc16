//! Puts together what a report holds and what is printed in it.

import { sha256 } from "../../documents/digest.ts";
import type { Doc } from "../../documents/documents.ts";
import { first } from "../../documents/first.ts";
import { Elsewhere } from "../../overview/elsewhere.ts";
import { persons, wordsOf } from "../../overview/persons.ts";
import type { Person } from "../../overview/persons.ts";
import { pieces } from "../../pair/shared-words.ts";
import { wordsEdited } from "../../pairs/edited-words.ts";
import type { Taken } from "../../pairs/taken-out.ts";
import type { LeftOut, Mark, Place, Report } from "../../protocol/comparing.ts";
import { citations } from "../../text-pane/citation.ts";
import { LOCALE } from "../../words/language.ts";
import { SAVING } from "../../words/saving.ts";
import type { Alias } from "../aliases.ts";
import type { Choice, Progress } from "../choice.ts";
import type { Workspace } from "../workspace.ts";
import { countedWhole } from "./data.ts";
import type { Counted, ReportData, ReportDocument, ReportPair, ReportPerson, ReportTaken } from "./data.ts";
import { Stretches, joined } from "./stretches.ts";

type Citer = ReturnType<typeof citations>;

/** Rejects with a sentence when documents changed meanwhile. */
export async function gather(choice: Choice, workspace: Workspace, progress: Progress): Promise<{ data: ReportData; counted: Counted }> {
  const { engine } = workspace;
  const { epoch } = engine;
  const docs = chosen(choice, workspace);
  const versions = docs.map(({ version }) => version);
  const of = docs.length + choice.pairs.length;
  let done = 0;
  const views = new Map<number, string>();
  const documents: ReportDocument[] = [];
  const aliases = workspace.aliases(choice.anonymous);
  for (const doc of docs) {
    const { text } = await engine.view(doc.id);
    views.set(doc.id, text);
    documents.push({ ...named(doc, aliases.get(doc.id)!), ...handed(doc, choice), ...(await digest(doc)), ...(await given(doc, text, choice, workspace)) });
    progress(++done, of);
  }
  const reports: Report[] = [];
  for (const [a, b] of choice.pairs) {
    reports.push(await engine.report(a, b));
    progress(++done, of);
  }
  if (epoch !== engine.epoch || docs.some(({ id }, i) => workspace.documents.get(id)?.version !== versions[i])) throw new Error(SAVING.changed);
  const cite = new Map(docs.map(({ id, pages }) => [id, citations(views.get(id)!, pages)]));
  const { taken, ofPairs } = takenOf(choice.pairs, reports, workspace);
  const data: ReportData = {
    ...{ kind: "twinprint-report", version: 1 },
    title: choice.title || SAVING.defaultTitle,
    by: choice.by,
    made: new Date().toISOString(),
    twinprint: workspace.version,
    locale: LOCALE ?? navigator.language,
    recipe: engine.recipe ?? { id: "", text: "" },
    options: engine.options,
    whole: choice.whole,
    anonymous: choice.anonymous,
    documents,
    pairs: choice.pairs.map(([a, b], n): ReportPair => ({
      ...came(workspace, a, b),
      ...{ a, b, taken: ofPairs[n]!, cited: cited(reports[n]!, [cite.get(a)!, cite.get(b)!]), ...judgement(choice, workspace, a, b), ...ofTheClass(reports[n]!) },
      ...reworded(workspace, a, b, views),
    })),
    taken,
    persons: await personsOf(choice.summary, workspace, aliases),
  };
  if (!choice.whole) leavePassages(data, reports, views);
  const texts = new Map(data.documents.map(({ id, parts }) => [id, new Stretches(parts ?? [[0, views.get(id)!]])]));
  return {
    data,
    counted: {
      words: new Map(docs.map(({ id, state }) => [id, state.is === "ready" ? state.words : undefined])),
      reports: (choice.whole ? reports : reports.map(withoutTheRest)).map(countedWhole),
      slice: (id, start, end) => texts.get(id)!.slice(start, end),
      length: (id) => views.get(id)!.length,
    },
  };
}

/** The documents of the pairs, and the templates that are needed to compute their numbers. */
function chosen({ pairs, whole }: Choice, { documents }: Workspace): Doc[] {
  const ids = new Set(pairs.flat());
  return documents.all.filter(({ id, template, state }) => ids.has(id) || (whole && template && state.is === "ready"));
}

function named({ id, template }: Doc, { name, author }: Alias): ReportDocument {
  return { id, name, author, template, format: "plain" };
}

/** When it was handed in, unless that tells whose it is, and of what it is. */
function handed({ handedIn, cohort }: Doc, { anonymous }: Choice): Pick<ReportDocument, "handedIn" | "cohort"> {
  return { ...(handedIn && !anonymous ? { handedIn } : {}), ...(cohort ? { cohort } : {}) };
}

function came({ documents }: Workspace, a: number, b: number): Pick<ReportPair, "first"> {
  const found = first(documents.get(a), documents.get(b));
  return found ? { first: found } : {};
}

/** By which digest its file is known again, or its text where it has no file. */
async function digest({ origin, source }: Doc): Promise<Pick<ReportDocument, "sha256">> {
  const found = origin?.sha256 ?? (!origin && source !== null ? await sha256(source).catch(() => undefined) : undefined);
  return found ? { sha256: found } : {};
}

/** Where the passages of a pair stand. */
function cited({ passages }: Report, [inA, inB]: [Citer, Citer]): ReportPair["cited"] {
  return passages.map(({ a, b }) => ({ a: inA(a), b: inB(b) }));
}

/** A document as it was read. Markup may name its author where nobody sees it: then its visible text is given. */
async function given(doc: Doc, text: string, { whole, anonymous }: Choice, { engine }: Workspace): Promise<Partial<ReportDocument>> {
  if (!whole) return {};
  if (doc.format === "plain" || anonymous || doc.source === null) return { text };
  return { text: await engine.text(doc.label, doc.source), format: doc.format };
}

function judgement({ judgements }: Choice, { verdicts }: Workspace, a: number, b: number): Pick<ReportPair, "judgement"> {
  const found = judgements && verdicts.all.find((one) => one.a === a && one.b === b);
  return found ? { judgement: { verdict: found.verdict, note: found.note, at: found.at, ...(found.others ? { others: found.others } : {}) } } : {};
}

/** What does not count in the pairs because it was taken out, and what of it each of them has. The numbers of its texts become those
 * among what is held. */
function takenOf(pairs: [number, number][], reports: Report[], { takenOut }: Workspace): { taken: ReportTaken[]; ofPairs: number[][] } {
  const inPairs = pairs.map(([a, b], n) => {
    const all = takenOut.in(a, b);
    const has = ({ text }: LeftOut, taken: Taken) => text !== undefined && all[text >> 1] === taken;
    const { left_out_a, left_out_b } = reports[n]!;
    const [inA, inB] = [left_out_a, left_out_b].map((stretches) => all.filter((taken) => stretches.some((stretch) => has(stretch, taken))));
    return { all, effective: all.filter((taken) => !taken.all || inA!.includes(taken) || inB!.includes(taken)), shared: all.filter((taken) => !taken.all || (inA!.includes(taken) && inB!.includes(taken))) };
  });
  const effective = new Set(inPairs.flatMap((pair) => pair.effective));
  const listed = [...effective].sort((x, y) => Number(y.all) - Number(x.all) || takenOut.all.indexOf(x) - takenOut.all.indexOf(y));
  for (const [n, { all }] of inPairs.entries()) {
    const held = all.filter((taken) => effective.has(taken));
    const renumbered = ({ text, ...rest }: LeftOut): LeftOut => (text === undefined ? rest : { ...rest, text: 2 * held.indexOf(all[text >> 1]!) + (text % 2) });
    const report = reports[n]!;
    reports[n] = { ...report, left_out_a: report.left_out_a.map(renumbered), left_out_b: report.left_out_b.map(renumbered) };
  }
  return {
    taken: listed.map(({ a, b, all, texts, reason, words, at }) => ({ ...(all ? {} : { pair: [a, b] as [number, number] }), texts, reason, words, at })),
    ofPairs: inPairs.map(({ shared }) => shared.map((taken) => listed.indexOf(taken))),
  };
}

/** Everyone who is in one of the pairs, who shares most first; nobody where no author is known, since each would be a document. */
async function personsOf(pairs: [number, number][], { documents, engine }: Workspace, aliases: Map<number, Alias>): Promise<ReportPerson[]> {
  if (!pairs.flat().some((id) => aliases.get(id)?.author)) return [];
  const slots = pairs.flatMap(([a, b]) => engine.table.slot(a, b) ?? []);
  const found = (await persons(slots, engine.table, engine.authors, () => false)) ?? [];
  const elsewhere = new Elsewhere(documents, engine);
  await elsewhere.count(found, () => true);
  const called = ({ shares }: Person) => {
    const [id = 0] = shares.keys();
    const { name, author } = aliases.get(id)!;
    return author || name;
  };
  const names = new Map(found.map((person) => [person.author, called(person)]));
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  found.sort((x, y) => (y.link?.score ?? -1) - (x.link?.score ?? -1) || compare(names.get(x.author)!, names.get(y.author)!));
  return found.map((person) => ({
    ...{ name: names.get(person.author)!, with: person.link ? names.get(person.link.with)! : "", score: Math.round(person.link?.score ?? 0) },
    ...{ words: wordsOf(person, documents), elsewhere: elsewhere.words(person) ?? 0, sources: person.sources.size, group: person.group },
  }));
}

/** What was found of a pair in other words, with its sentences. */
function reworded({ rewording }: Workspace, a: number, b: number, views: Map<number, string>): Pick<ReportPair, "reworded"> {
  const found = rewording.found(a, b);
  if (!found) return {};
  const [first, second] = [views.get(a)!, views.get(b)!];
  return {
    reworded: found.map(({ likeness, sentences }) => ({
      likeness,
      sentences: sentences.map((pair) => ({ likeness: pair.likeness, a: pieces(first, pair.a, pair.shared_a), b: pieces(second, pair.b, pair.shared_b) })),
    })),
  };
}

function ofTheClass({ left_out_a, left_out_b }: Report): Pick<ReportPair, "common"> {
  return [...left_out_a, ...left_out_b].some(({ kind }) => kind === "common") ? { common: true } : {};
}

/** Holds of the documents only what lies in the passages of the pairs. */
function leavePassages(data: ReportData, reports: Report[], views: Map<number, string>): void {
  const places = new Map<number, Place[]>(data.documents.map(({ id }) => [id, []]));
  for (const [n, pair] of data.pairs.entries()) {
    const { passages, marks_a, marks_b } = reports[n]!;
    const edited = wordsEdited(reports[n]!) > 0;
    pair.places = {
      passages: passages.map(({ a, b, edited, runs }) => ({ a, b, edited, runs: runs.map(({ a, b }) => ({ a, b })) })),
      edited,
      marks_a: within(marks_a, passages.map(({ a }) => a)),
      marks_b: within(marks_b, passages.map(({ b }) => b)),
    };
    for (const { a, b } of passages) {
      places.get(pair.a)!.push({ ...a });
      places.get(pair.b)!.push({ ...b });
    }
  }
  for (const document of data.documents) {
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
