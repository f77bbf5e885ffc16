// The German edition: every word of it is there, none on its pages is English, and going from one language to the other loses nothing.

import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import { EDITIONS, untranslated } from "../../../www/editions.mjs";
import { checkingTests, COPY as CHECKED, said } from "./checking.mjs";
import { choose, documents, drawn, pageTests, paste, rows, settled, until } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";
import { opened, recomputed } from "./saving.mjs";
import { english, shown, wordsOf } from "./translated.mjs";

const [ENGLISH, GERMAN] = ["en", "de"].map((language) => EDITIONS.find((edition) => edition.language === language));

const KEPT = "In der Dämmerung stieg der Wärter die Treppe hinauf und stutzte den Docht, damit die Flamme bis zum Morgen nicht rauchte.";
const FILES = {
  "Leuchtturm.txt": `${KEPT} Danach schrieb er jeden Tropfen Öl in ein Buch, nach dem zu jeder Stunde jemand fragen konnte.`,
  "Hausarbeit.txt": `Früher war das anders: ${KEPT.replace("stutzte den Docht", "stutzte den langen Docht")} So jedenfalls erzählt man es sich.`,
  "مقال.txt": `صعد الحارس السلم عند الغسق وقص الفتيل حتى لا يدخن اللهب قبل أن يأتي الصباح. ${KEPT}`,
};

const visit = pageTests({ locale: "de-DE" });

/** Opens the German page with these documents, and compares them. */
async function opening({ page, address }, files = FILES) {
  await page.goto(`${address}de/`);
  await choose(page, files);
  await settled(page);
}

/** Where two words of a kind differ in their keys, or in the places that are filled in. */
function unlike(ours, theirs, path) {
  if (typeof ours !== typeof theirs || Array.isArray(ours) !== Array.isArray(theirs)) return [path];
  if (typeof theirs === "function") return ours.length > theirs.length ? [`${path}()`] : [];
  if (typeof theirs === "string") return placesIn(ours) === placesIn(theirs) ? [] : [`${path}: {…}`];
  if (typeof theirs !== "object" || theirs === null) return [];
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return [...keys].flatMap((key) => (key in ours && key in theirs ? unlike(ours[key], theirs[key], `${path}.${key}`) : [`${path}.${key}`]));
}

const placesIn = (text) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort().join();

test("every English word has a German one, of the same key and with the same places to be filled in", async () => {
  const [english, german] = [await wordsOf(ENGLISH), await wordsOf(GERMAN)];
  assert.deepEqual(untranslated(GERMAN), []);
  assert.ok(Object.keys(english).length > 25);
  // In English the core speaks for itself; of nouns German has another case, too.
  const own = /^\.core\.|^\.nouns\.dative$|^\.language\.LOCALE$/;
  assert.deepEqual(unlike(german, english, "").filter((path) => !own.test(path)), []);
});

test("nouns take the form that goes with their number, and the case", async () => {
  const { format, no_pairs, nouns } = await wordsOf(GERMAN);
  const plain = (text) => text.replaceAll("\u00a0", " ");
  assert.deepEqual([0, 1, 2, 1234].map((n) => plain(format.counted(n, "word"))), ["0 Wörter", "1 Wort", "2 Wörter", "1.234 Wörter"]);
  assert.equal(plain(nouns.dative(3, "pair")), "3 Paaren");
  assert.equal(plain(no_pairs.NO_PAIRS.nothingShared(3)), "Keines von 3 Paaren hat eine gemeinsame Stelle.");
});

test("the list, the views of all pairs, a pair and every dialog are in German, and no word is English", async () => {
  const { page } = visit;
  await opening(visit);
  assert.equal(await page.getAttribute("html", "lang"), "de");
  const [first] = await rows(page);
  assert.ok(first.some((cell) => /^\d+,\d %$/.test(cell)), first.join(" | "));
  const heard = [...(await shown(page))];
  for (const view of ["Personen", "Matrix", "Graph", "Tabelle"]) {
    await page.locator("#results .switch button", { hasText: view }).click();
    await drawn(page);
    heard.push(...(await shown(page)));
  }
  await page.click(".exports >> text=Speichern…");
  heard.push(...(await shown(page)));
  await page.click("#save >> text=Abbrechen");
  await page.locator(".rows .row a").first().click();
  await page.waitForSelector(".pane .block");
  heard.push(...(await shown(page)));
  await page.keyboard.press("i");
  await page.keyboard.press("x");
  heard.push(...(await shown(page)));
  assert.ok(heard.length > 500, `${heard.length} texts`);
  // What looks for English finds it where it is.
  await page.goto(visit.address);
  assert.ok(english(await shown(page), GERMAN).length > 20);
  assert.deepEqual([...new Set(english(heard, GERMAN))], []);
});

describe("the checking page", () => {
  const visit = checkingTests({ locale: "de-DE", index: { essays: 20 } });
  beforeEach(() => visit.page.goto(`${visit.site.address}de/check.html`));

  /** Adds a text, checks it, and waits until a verdict on it is there. */
  async function checked(text) {
    await visit.page.fill("#draft", text);
    await visit.page.click("#check:enabled");
    await visit.page.waitForSelector(":is(.result:not([hidden]) .source-line, .near .verdict)");
  }

  test("finds what is in the index beside the pages, and no word on it is English", async () => {
    const { page } = visit;
    await page.waitForFunction(() => /21 Dokumente in .* Stellen/.test(document.querySelector(".index-facts")?.textContent.replaceAll("\u00a0", " ") ?? ""));
    const heard = [...(await shown(page))];
    await checked(CHECKED);
    heard.push(...(await shown(page)));
    assert.match((await said(page)).verdict, /^\d\d,\d % davon wurden im Index gefunden: 37 der 73 Wörter, in 1 Quelle\./);
    await page.locator(".source-line").first().click();
    await page.waitForSelector(".source-pane .block, .evidence .block");
    heard.push(...(await shown(page)));
    assert.deepEqual([...new Set(english(heard, GERMAN))], []);
  });

  test("says of remembered texts in German, too, what is new", async () => {
    const { page } = visit;
    await page.selectOption("#index", { label: "Gemerkte Texte" });
    await checked(FILES["Leuchtturm.txt"]);
    assert.equal(await page.textContent(".near .verdict"), "Neu: Auf diesem Gerät ist noch kein Text gemerkt.");
    assert.deepEqual([...new Set(english(await shown(page), GERMAN))], []);
  });

  inEveryLook(({ viewport, ...media }, name) => {
    test("nothing overflows, and axe finds nothing", async () => {
      const { page } = visit;
      await page.setViewportSize(viewport);
      await page.emulateMedia(media);
      await page.reload();
      await checked(CHECKED);
      await look(page, `german-check-${name}`);
    });
  });
});

test("a report is in German, and computes its numbers as they are printed wherever it is opened", async () => {
  const { page, folder } = visit;
  await opening(visit);
  await page.click(".exports >> text=Speichern…");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save button[type=submit]")]);
  const path = `${folder}/report.html`;
  await download.saveAs(path);
  const report = await opened(path, { locale: "en-US" });
  assert.equal(await report.page.getAttribute("html", "lang"), "de");
  assert.match(await report.page.textContent("#finding"), /^Was gefunden wurde3\s+Paare, davon 3 mit gemeinsamen Stellen\. Am meisten haben /);
  assert.match(await recomputed(report.page), /^Alle \d+ Zahlen sind wie gedruckt, ebenso \d+ Texte mit ihren Markierungen\./);
  assert.deepEqual([...new Set(english(await shown(report.page), GERMAN))], []);
  assert.deepEqual(report.heard, []);
  await report.close();
});

test("the example is German, and has what the English one has", async () => {
  const { page, address } = visit;
  await page.goto(`${address}de/`);
  await page.click("#example");
  await settled(page);
  const found = await rows(page);
  assert.deepEqual(found[0].slice(0, 2), ["Der Wärter und die Lampe.txt", "Aufsatz eins.txt"]);
  assert.equal(found.length, 3);
  assert.deepEqual(english(await shown(page), GERMAN), []);
});

test("every method of signatures says in German how it judges", async () => {
  const { page } = visit;
  await opening(visit);
  await page.locator(".rows .row a").first().click();
  await page.waitForSelector(".pane .block");
  await page.click("summary >> text=Signaturen");
  const methods = await page.$$eval(".signatures select option", (options) => options.map(({ value }) => value));
  assert.ok(methods.length > 8, methods.join());
  const judged = page.locator(".signatures .verdict");
  for (const method of methods) {
    await page.selectOption(".signatures select", method);
    await page.waitForSelector(".signature-parts section");
    assert.match(await judged.textContent(), /es verlangt (?:Gleichheit|eine Ähnlichkeit|einen Anteil|mindestens|höchstens)/, method);
  }
  assert.deepEqual(english(await shown(page), GERMAN), []);
});

test("what is wrong is said in German, by the core as by what reads files", async () => {
  const { page } = visit;
  await opening(visit, { ...FILES, "leer.txt": "…", "kaputt.pdf": "%PDF-1.7 und sonst nichts" });
  const problems = (await documents(page)).map(({ problem }) => problem).filter(Boolean);
  assert.equal(problems.length, 2, problems.join(" | "));
  assert.ok(problems.includes("Darin stehen keine Wörter: Geben Sie einen Text mit mindestens einem Wort."), problems.join(" | "));
  assert.deepEqual(english(await shown(page), GERMAN), []);
});

test("going to the other language asks before documents would be gone, keeps them if told to, and comes back with all", async () => {
  const { page, address } = visit;
  await opening(visit);
  await page.click(".languages >> text=English");
  await page.click(".note >> text=Auf diesem Gerät behalten und wechseln");
  await page.waitForURL(address);
  await settled(page);
  assert.equal(await page.getAttribute("html", "lang"), "en");
  await until(page, (n) => document.querySelectorAll(".document").length === n, 3);
  assert.deepEqual((await documents(page)).map(({ name }) => name), Object.keys(FILES));
  await page.click(".languages >> text=Deutsch");
  await page.waitForURL(`${address}de/`);
  await until(page, (n) => document.querySelectorAll(".document").length === n, 3);
  assert.equal(await page.getAttribute("html", "lang"), "de");
  assert.equal(await page.isChecked("#keep"), true);
});

test("with the network off the German page opens and compares, and keeps nothing of the English edition for that", async () => {
  const { address } = visit;
  const context = await visit.context.browser().newContext();
  const page = await context.newPage();
  await page.goto(`${address}de/`);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller?.scriptURL.endsWith("/de/offline.js")) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  const kept = await page.evaluate(async () => {
    const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    return (await Promise.all(stores.map((cache) => cache.keys()))).flat().map(({ url }) => url);
  });
  assert.ok(kept.length > 10, kept.join(" "));
  assert.deepEqual(kept.filter((url) => !url.startsWith(`${address}de/`) && !url.startsWith(`${address}assets/twinprint_bg-`)), []);
  await context.setOffline(true);
  await page.reload();
  for (const text of Object.values(FILES)) await paste(page, text);
  await settled(page);
  assert.equal((await rows(page)).length, 3);
  await context.close();
});

inEveryLook((options, name) => {
  const visit = pageTests({ locale: "de-DE", ...options });

  test("nothing overflows, and axe finds nothing", async () => {
    const { page, address } = visit;
    await page.goto(`${address}de/`);
    await look(page, `german-empty-${name}`);
    await opening(visit);
    await look(page, `german-pairs-${name}`);
    await page.locator(".rows .row a").first().click();
    await page.waitForSelector(".pane .block");
    await settled(page);
    await look(page, `german-pair-${name}`);
  });
});
