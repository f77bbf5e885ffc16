//! Puts the page together: documents come in, the engine compares them, the views show what it found.

import { AUTHOR_OPTIONS } from "./documents/authors.ts";
import { Composer } from "./documents/composer.ts";
import { Documents } from "./documents/documents.ts";
import type { Doc, NewDoc } from "./documents/documents.ts";
import { Intake } from "./documents/intake.ts";
import { DocumentsView } from "./documents/list-view.ts";
import { help } from "./help/comparing.ts";
import { AuthorsLine } from "./options/authors-line.ts";
import { AuthorsView } from "./options/authors-view.ts";
import { OptionsView } from "./options/options-view.ts";
import { commonOf, isShort } from "./options/settings.ts";
import type { Settings } from "./options/settings.ts";
import { ResultsView } from "./overview/results-view.ts";
import { byId, h, icon, isolated } from "./page/dom.ts";
import { note } from "./page/notices.ts";
import { keepOffline } from "./page/offline-use.ts";
import { otherLanguages } from "./page/other-languages.ts";
import { theme } from "./page/theme.ts";
import { PairView } from "./pair/pair-view.ts";
import { read, settingsIn, write } from "./pairs/address.ts";
import type { ListRoute, PairRoute, Route } from "./pairs/address.ts";
import { Engine } from "./pairs/engine.ts";
import type { Recipe } from "./pairs/engine.ts";
import { UNFILTERED } from "./pairs/pair-table.ts";
import { Rewording } from "./pairs/rewording.ts";
import { TakenOut } from "./pairs/taken-out.ts";
import { Verdicts } from "./pairs/verdicts.ts";
import { Store } from "./saving/device/store.ts";
import { Saving } from "./saving/saving.ts";
import { Unsaved } from "./saving/unsaved.ts";
import type { Decided } from "./saving/unsaved.ts";
import { Workspace } from "./saving/workspace.ts";
import { EXAMPLE } from "./words/example.ts";
import { counted } from "./words/format.ts";
import { PAGE } from "./words/page.ts";
import { PROJECT } from "./words/project.ts";
import { SETTINGS_LINK } from "./words/settings-link.ts";

const listPage = byId("list-page");
const pairPage = byId("pair-page");
const documents = new Documents();
const verdicts = new Verdicts(documents);
const takenOut = new TakenOut(documents);
const store = new Store(documents, verdicts, takenOut, {
  options: (chosen) => {
    options.show(chosen);
    apply(options.settings);
  },
  say: note,
  changed: () => {
    keep.checked = store.keeping;
    unsaved.update();
  },
});
const engine = new Engine(documents, verdicts, takenOut, {
  numbers: () => update(),
  recipe: showRecipe,
  refused: (problem) => {
    options.refuse(problem);
    if (!options.open) note(`${problem.place}: ${problem.what}; ${problem.remedy}.`);
  },
  restarted: note,
});
const rewording = new Rewording(documents, engine);
const saving = new Saving(new Workspace(documents, engine, rewording, verdicts, takenOut, () => options.settings, (decided) => (unsaved.filed = decided)));
const composer = new Composer(documents, new Intake(documents, { say: note, project: (file) => void openProject(file), list: takeList }), EXAMPLE);
const documentsView = new DocumentsView(documents, {
  text: async (doc) => (await engine.view(doc.id)).text,
  leftOut: (doc) => engine.leftOut(doc.id),
  remove,
});
const options = new OptionsView(new AuthorsView(documents), (chosen) => {
  const before = isShort(engine.options);
  apply(chosen);
  store.setOptions(chosen);
  const route = read(location.hash);
  if (isShort(chosen) === before || route.page !== "list") return;
  // What is alike as a whole comes first where a passage says little.
  go({ ...route, by: before ? "score" : "share", order: { key: before ? "score" : "resemblance", descending: true } }, "replace");
}, () => void saving.copyLink());
let list: ListRoute = { page: "list", results: "table", by: "score", order: { key: "score", descending: true }, filter: UNFILTERED };
const results = new ResultsView(byId("results"), documents, engine, verdicts, takenOut, list, (route) => go(route, "replace"), (pairs) => void saving.save({ pairs, one: false }), {
  files: () => byId("choose-files").click(),
  within: () => options.choose({ authors: { ...options.settings.authors!, within: true } }),
  authors: () => options.openAuthors(),
  counting: () => options.openAll(),
  common: () => options.choose({ common: 1 }),
});
const pair = new PairView(pairPage, documents, engine, rewording, verdicts, takenOut, {
  passage: (passage) => {
    const route = read(location.hash);
    if (route.page === "pair") history.replaceState(history.state, "", write({ ...route, passage }));
  },
  instead: (a, b) => go({ page: "pair", a: Math.min(a, b), b: Math.max(a, b), passage: 0 }, "replace"),
  back: () => go(list, "push"),
  save: (a, b) => void saving.save({ pairs: [[a, b]], one: true }),
  neighbour: (by) => {
    const route = read(location.hash);
    if (route.page !== "pair") return;
    const [before, after] = results.neighbours(route.a, route.b);
    const next = by < 0 ? before : after;
    if (next) go({ page: "pair", a: next[0], b: next[1], passage: 0 }, "replace");
  },
});
// After the pair's view, which takes over what was typed last before it is asked what would be lost.
const unsaved = new Unsaved(documents, verdicts, takenOut, () => store.complete, () => void saving.save({ pairs: results.listed(), one: false, kind: "project" }));
const keep = byId<HTMLInputElement>("keep");

documents.observe(() => update());
verdicts.observe(() => results.update());
window.addEventListener("hashchange", () => void useLink().then(() => show(read(location.hash))));
byId("clear").addEventListener("click", clear);
keep.addEventListener("change", () => void (keep.checked ? store.keep() : store.erase()));
new AuthorsLine(documents, () => options.openAuthors());
help();
theme(() => results.update());
otherLanguages({
  loses: () => documents.size > 0 && !store.complete,
  said: PAGE.notThere,
  label: PAGE.keepAndGo,
  first: async () => {
    if (!store.keeping) await store.keep();
    await store.written();
    return store.complete;
  },
});
void restore();
void keepOffline();

/** Goes to another view; the back button returns from it if it was pushed. */
function go(route: Route, how: "push" | "replace"): void {
  const hash = write(route);
  if (how === "push") history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
  show(route);
}

function show(route: Route): void {
  if (route.page === "pair" && documents.size > 0) return showPair(route);
  const from = pairPage.hidden ? undefined : shownPair;
  pairPage.hidden = true;
  listPage.hidden = false;
  document.body.classList.remove("pair");
  document.title = PAGE.name;
  pair.leave();
  if (route.page === "pair") return;
  list = route;
  results.show(route);
  if (from) results.focusPair(from.a, from.b);
}

let shownPair: PairRoute | undefined;

function showPair(route: PairRoute): void {
  const [a, b] = [documents.get(route.a), documents.get(route.b)];
  if (!a || !b || a.state.is === "failed" || b.state.is === "failed" || a.template || b.template) {
    note(PAGE.noSuchPair);
    return go(list, "replace");
  }
  shownPair = route;
  if (a.state.is === "reading" || b.state.is === "reading") return;
  listPage.hidden = true;
  pairPage.hidden = false;
  document.body.classList.add("pair");
  const keys = [a.key, b.key];
  if (String(history.state) !== String(keys)) history.replaceState(keys, "");
  document.title = PAGE.pair(...(documents.pairCalled(a.id, b.id).map(isolated) as [string, string]));
  void pair.show(a, b, route.passage);
}

let updating = false;

/** Documents or numbers changed: what depends on them is drawn once, before the next frame. */
function update(): void {
  results.update();
  if (updating) return;
  updating = true;
  requestAnimationFrame(() => {
    updating = false;
    const typing = composer.typed && documents.size === 1;
    document.body.classList.toggle("empty", documents.size === 0 || typing === true);
    const route = read(location.hash);
    if (route.page === "pair" && documents.size > 0) showPair(route);
  });
}

function remove(doc: Doc): void {
  const next = documents.all.find((other) => other.id > doc.id) ?? documents.all.findLast((other) => other.id < doc.id);
  const removed = documents.remove(doc.id);
  if (next) documentsView.focus(next.id);
  else byId("draft").focus();
  note(PAGE.removed(isolated(doc.label)), { label: PAGE.undo, run: () => bringBack(removed) });
}

/** One click clears the page and what was kept; a second thought brings it back. */
function clear(): void {
  const kept = store.keeping;
  // First of all, so that other tabs are not told to remove what they show.
  if (kept) void store.erase();
  const removed = documents.remove(...documents.all.map((doc) => doc.id));
  go({ ...list, filter: UNFILTERED }, "replace");
  byId("draft").focus();
  if (removed.length === 0) return;
  note(PAGE.cleared(counted(removed.length, "document")), {
    label: PAGE.undo,
    run: () => {
      bringBack(removed);
      if (kept) void store.keep();
    },
  });
}

function bringBack(docs: Doc[]): void {
  documents.add(...docs.map(asNew));
}

/** A document that was here, to be added again. */
function asNew(doc: Doc): NewDoc {
  return { ...doc, ...(doc.state.is === "failed" ? { problem: doc.state.problem } : {}) };
}

/** Opens a project in place of what is here; a second thought brings that back. */
async function openProject(file: File): Promise<void> {
  const project = await saving.read(file);
  if (!project || (await saving.beside(project, file.name))) return;
  const before = { options: options.settings, decided: unsaved.decided, filed: unsaved.filed };
  const opened = counted(project.documents.length, "document");
  const removed = replace(project.documents, project.options, { judged: project.verdicts, taken: project.taken });
  unsaved.filed = unsaved.decided;
  if (removed.length === 0) return note(PROJECT.opened(opened));
  note(PROJECT.replaced(opened), {
    label: PROJECT.undo,
    run: () => {
      replace(removed.map(asNew), before.options, before.decided);
      unsaved.filed = before.filed;
    },
  });
}

/** Takes a table for a list of what was handed in, if it is one. */
async function takeList(file: File): Promise<boolean> {
  const said = await options.takeList(file);
  if (said) note(said);
  return said !== undefined;
}

/** Puts documents in place of those that are here, which are returned. */
function replace(docs: NewDoc[], chosen: Settings, { judged, taken }: Decided): Doc[] {
  verdicts.take(verdicts.all.map((one) => ({ ...one, verdict: "", note: "", others: [] })));
  takenOut.putBack(...takenOut.all.map(({ key }) => key));
  const removed = documents.remove(...documents.all.map((doc) => doc.id));
  options.show(chosen);
  store.setOptions(options.settings);
  apply(options.settings);
  const added = documents.add(...docs);
  const ids = new Map(added.map(({ id }, i) => [docs[i]!.id, id]));
  verdicts.take(judged.map((one) => {
    const [a, b] = [ids.get(one.a)!, ids.get(one.b)!];
    return { ...one, a: Math.min(a, b), b: Math.max(a, b) };
  }));
  takenOut.take(taken.map((one) => ({ ...one, a: ids.get(one.a)!, b: ids.get(one.b)! })));
  composer.finish();
  go(list, "replace");
  return removed;
}

/** Reads and compares anew only if how that is done changed. */
function apply({ common, authors = AUTHOR_OPTIONS, ...chosen }: Settings): void {
  documents.setAuthorRule(authors.rule, new Map(Object.entries(authors.names ?? {})));
  engine.table.asOne = authors.asOne;
  if (JSON.stringify(chosen) !== JSON.stringify(engine.options)) engine.setOptions(chosen);
  engine.setClass({ within: authors.within, old: authors.old ?? [], common: commonOf(common) });
  update();
}

async function restore(): Promise<void> {
  await store.load();
  await useLink();
  show(again(read(location.hash)));
}

/** Takes over the settings of a link, and the templates that are not here yet; other documents stay. */
async function useLink(): Promise<void> {
  const packed = settingsIn(location.hash);
  if (packed === undefined) return;
  go(list, "replace");
  const linked = await saving.fromLink(packed);
  if (!linked) return;
  // Names that were given to authors are not in a link, and stay.
  const { names = {} } = options.settings.authors ?? {};
  options.show({ ...linked.options, authors: { ...AUTHOR_OPTIONS, ...linked.options.authors, names } });
  apply(options.settings);
  store.setOptions(options.settings);
  const here = new Set(documents.all.filter(({ template }) => template).map(({ name, source }) => JSON.stringify([name, source])));
  documents.add(...linked.documents.filter(({ name, source }) => !here.has(JSON.stringify([name, source]))).map(({ id: _, ...doc }) => doc));
  note(SETTINGS_LINK.used(linked.documents.length));
}

/** The pair that was open before the page was loaded again: beside other tabs' documents, its own may have other numbers now. */
function again(route: Route): Route {
  const keys = history.state as [string, string] | null;
  const [one, other] = (keys ?? []).map((key) => documents.byKey(key)?.id);
  if (route.page !== "pair" || !one || !other) return route;
  const pair: PairRoute = { ...route, a: Math.min(one, other), b: Math.max(one, other) };
  history.replaceState(keys, "", write(pair));
  return pair;
}

function showRecipe({ text, id }: Recipe): void {
  const copy = h("button", { type: "button", class: "quiet", title: text }, h("code", {}, id), icon("copy"));
  copy.setAttribute("aria-label", PAGE.copyRecipe(id));
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(id);
      note(PAGE.recipeCopied);
    } catch {
      note(PAGE.recipeNotCopied);
    }
  });
  byId("recipe").replaceChildren(PAGE.recipe, " ", copy);
}
