//! Puts the checking page together: documents come in, a person says what may be asked, the views show what was found.

import { Composer } from "../documents/composer.ts";
import { Documents } from "../documents/documents.ts";
import type { Doc } from "../documents/documents.ts";
import { Intake } from "../documents/intake.ts";
import { help } from "../help/checking.ts";
import { byId, isolated } from "../page/dom.ts";
import { note } from "../page/notices.ts";
import { keepOffline } from "../page/offline-use.ts";
import { otherLanguages } from "../page/other-languages.ts";
import { theme } from "../page/theme.ts";
import type { Problem } from "../protocol/comparing.ts";
import { CHECKING } from "../words/checking.ts";
import { PAGE } from "../words/page.ts";
import { REMEMBERED } from "../words/remembered.ts";
import { receipt, receiptOfNear } from "./access-modes.ts";
import { Checks } from "./checks.ts";
import type { Asking, Check } from "./checks.ts";
import { Engine } from "./engine.ts";
import { EXAMPLE } from "./example.ts";
import { AskingView } from "./index-view.ts";
import { DEVICE, likelier } from "./indexes.ts";
import { ListView } from "./list-view.ts";
import { inWords } from "./problems.ts";
import { ResultView } from "./result-view.ts";

const documents = new Documents();
const engine = new Engine(documents, note);
const checks = new Checks(documents, engine);
const composer = new Composer(documents, new Intake(documents, { say: note }), EXAMPLE, check);
const asking = new AskingView(byId("asking"), {
  open: async (address) => engine.open(address, await likelier(address)),
  changed: update,
  check,
  cancel: () => checks.cancel(),
}, engine);
const list = new ListView(documents, checks, { choose, remove });
const result = new ResultView(byId("results"), {
  text: (doc) => engine.view(doc.id),
  sourceText: (doc, { first }) => engine.sourceView(doc.id, first),
  file: (doc, is) => engine.file(doc.id, is),
  remember: (doc) => void checks.remember(doc).then(() => asking.recount()),
  forget: (doc, name) => void forget(doc, name),
  again: (doc, how, problem) => void again(doc, how, problem.kind === "index-changed"),
});
let chosen: Doc | undefined;
/** Whether a check was ever asked for: from then on the page is laid out for its result. */
let begun = false;
/** Whether a check was asked for while documents were still being read. */
let awaited = false;
const narrow = matchMedia("(max-width: 55.99rem)");
let due = false;

documents.observe(({ is, docs }) => {
  if (is === "added" && !chosen) chosen = docs[0];
  update();
});
checks.observe(update);
help();
theme(update);
otherLanguages({ loses: () => documents.size > 0, said: PAGE.notThere, label: PAGE.goWithout, first: async () => true });
void keepOffline();

function check(): void {
  const how = asking.asking;
  if (!how || checks.running || documents.size === 0) return;
  awaited = documents.all.some((doc) => doc.state.is === "reading");
  if (awaited) return update();
  const outstanding = checks.outstanding(how);
  begun = true;
  asking.fold();
  composer.finish();
  if (outstanding.length > 0 && !outstanding.includes(chosen!)) chosen = outstanding[0];
  const all = documents.all.filter((doc) => doc.state.is === "ready");
  void checks.start(outstanding.length > 0 ? outstanding : all, how);
  // Where the result is below what was asked, it is brought into sight.
  if (narrow.matches) requestAnimationFrame(() => byId("results").scrollIntoView());
}

/** Once an index is another, it is asked anew what it is. */
async function again(doc: Doc, how: Asking, changed: boolean): Promise<void> {
  if (changed) await asking.reopen();
  const now = changed ? asking.asking : how;
  if (now) await checks.start([doc], now);
}

/** What is remembered under a name is forgotten, and comes back when the person wants that. */
async function forget(doc: Doc, name: string): Promise<void> {
  const anew = async () => {
    await asking.recount();
    await checks.start([doc], { address: DEVICE, mode: null });
  };
  try {
    const all = await engine.exportRemembered();
    const undo = () => engine.importRemembered(all).then(anew, say);
    note(REMEMBERED.forgotten(await engine.forget(name)), { label: REMEMBERED.undo, run: () => void undo() });
    await anew();
  } catch (problem) {
    say(problem);
  }
}

function say(problem: unknown): void {
  note(inWords(problem as Problem).map(({ textContent }) => textContent).join(""));
}

function choose(doc: Doc): void {
  chosen = doc;
  update();
}

function remove(doc: Doc): void {
  const next = documents.all.find((other) => other.id > doc.id) ?? documents.all.findLast((other) => other.id < doc.id);
  const removed = documents.remove(doc.id);
  if (chosen === doc) chosen = next;
  if (next) list.focus(next.id);
  else byId("draft").focus();
  const back = () => documents.add(...removed.map((doc) => ({ ...doc, ...(doc.state.is === "failed" ? { problem: doc.state.problem } : {}) })));
  note(CHECKING.removed(isolated(doc.label)), { label: CHECKING.undo, run: () => void back() });
  update();
}

/** What depends on documents, checks and the index is drawn once, before the next frame. */
function update(): void {
  // Until then what is in sight is of the check before.
  if (awaited || (chosen && checks.of(chosen).is === "running")) result.expect();
  if (due) return;
  due = true;
  requestAnimationFrame(() => {
    due = false;
    if (awaited) check();
    if (documents.size === 0) begun = false;
    if (chosen && !documents.get(chosen.id)) chosen = documents.all[0];
    const typing = composer.typed !== undefined && documents.size === 1 && !begun;
    document.body.classList.toggle("empty", documents.size === 0 || typing);
    const ready = documents.all.filter((doc) => doc.state.is === "ready");
    const outstanding = checks.outstanding(asking.asking);
    const words = (outstanding.length > 0 ? outstanding : ready).reduce((sum, { state }) => sum + (state.is === "ready" ? state.words : 0), 0);
    asking.update(outstanding.length, ready.length, words, checks.running);
    // The heads of its files are the same whatever is checked, so they may come while a text is still being written.
    const how = asking.asking;
    if (how?.mode === "ranges" && ready.length > 0) engine.prepare(how.address, how.mode);
    list.chosen = chosen;
    const shown = chosen && checks.of(chosen);
    result.show(chosen, shown, awaited);
    byId("receipt").textContent = shown ? left(shown) : "";
  });
}

/** What left this page for a check that is done. */
function left(check: Check): string {
  switch (check.is) {
    case "done":
      return receipt(check.asking.mode, check.result.disclosed, check.result.traffic);
    case "near":
      return check.asking.mode === null ? REMEMBERED.leaves : receiptOfNear(check.asking.mode, check.near, check.traffic);
    default:
      return "";
  }
}
