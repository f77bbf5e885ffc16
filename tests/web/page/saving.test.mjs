// The report: one file that opens from disk without a network and computes its numbers again.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { saveFile, opened, recomputed } from "./saving.mjs";
import { ARTIFACTS, choose, COPY, essay, open, OTHER, pageTests, paste, settled, SOURCE } from "./harness.mjs";

const visit = pageTests();

async function three() {
  await choose(visit.page, { "Ada Lovelace.txt": SOURCE, "Grace Hopper.html": `<title>by Hopper</title><p>${COPY}</p>`, "Alan Turing.txt": OTHER });
  await settled(visit.page);
}

/** Opens a report, has `tests` run in it, and sees that it complained of nothing and asked for nothing. */
async function inReport(path, tests, options) {
  const { page, heard, close } = await opened(path, options);
  try {
    await tests(page);
    assert.deepEqual(heard, []);
  } finally {
    await close();
  }
}

test("a report opens from disk with the network off, shows both texts, and computes every number as printed", async () => {
  await three();
  const { name, path } = await saveFile(visit, { title: "Lighthouses, class 9" });
  assert.equal(name, "twinprint.html");
  await inReport(path, async (page) => {
    assert.equal(await page.textContent("h1"), "Lighthouses, class 9");
    assert.equal(await page.locator(".pair").count(), 3);
    const marked = await page.$$eval("#pair-1 .whole .text", (texts) => texts.map((text) => text.querySelector("mark.same").textContent));
    assert.deepEqual(marked.map((text) => text.toLowerCase()), ["the keeper climbed the stairs at dusk and trimmed the", "the keeper climbed the stairs at dusk and trimmed the"]);
    const said = await recomputed(page);
    // Each text as a whole, and its passage, which is for paper.
    assert.match(said, /^All \d+ numbers are as printed, and so are 4 texts with their marks\.$/);
    assert.equal(await page.locator("[data-found=unlike]").count(), 0);
    assert.equal(await page.locator("[data-figure]:not([data-found=same])").count(), 0);
  });
});

test("a report begins with what was found, how it was judged and by whom, and tells files and places", async () => {
  await three();
  const { page } = visit;
  await open(page);
  await page.keyboard.press("c");
  await page.keyboard.press("Escape");
  await settled(page);
  const { path } = await saveFile(visit, { by: "Grace Murray" });
  await inReport(path, async (report) => {
    const spaced = async (selector) => (await report.innerText(selector)).replace(/\s+/g, " ").trim();
    assert.match(await spaced("header"), /with Twinprint [\d.]+, by Grace Murray\. It contains the whole documents/);
    const [found, judged] = (await report.$$eval(".finding > p", (all) => all.map((one) => one.textContent.replace(/\s+/g, " "))));
    assert.match(found, /^Passages are shared by 1 of 3 pairs\. Most is shared by Ada Lovelace\.txt and Grace Hopper\.html: 22 words in 1 passage; the longest run of the same words has 12\.$/);
    assert.equal(judged, "Judged by Grace Murray: 1 “Copied”; 2 pairs not judged.");
    assert.match(await spaced(".judgement"), /^Verdict: Copied Grace Murray, .*\d/);
    assert.equal(await spaced("ol.passages .cited"), "A line 1; B line 1");
    const digest = createHash("sha256").update(SOURCE).digest("hex");
    assert.ok((await report.$$eval("#documents code", (all) => all.map((one) => one.textContent))).includes(digest));
    await recomputed(report);
    assert.equal(await report.locator("[data-found=unlike]").count(), 0);
  });
});

test("a number that was altered in a report is shown as differing, with the number that is right", async () => {
  await three();
  const { path, text } = await saveFile(visit);
  const [printed, number] = /data-figure="pair-1 run">(\d+)</.exec(text);
  await writeFile(path, text.replace(printed, printed.replace(number, "19")));
  await inReport(path, async (page) => {
    const said = await recomputed(page);
    assert.match(said, /^1 of \d+ places is not as printed:/);
    assert.match(said, new RegExp(`Ada Lovelace\\.txt.*: longest identical run: printed 19, computed ${number}$`, "m"));
    assert.equal(await page.textContent("ins.unlike"), ` computed: ${number}`);
  });
});

test("a word that was altered in what a report shows, or in what it holds, does not pass either", async () => {
  await three();
  const { path, text } = await saveFile(visit);
  const at = text.indexOf("data-text");
  await writeFile(path, text.slice(0, at) + text.slice(at).replace("climbed", "mounted"));
  await inReport(path, async (page) => {
    assert.match(await recomputed(page), /Grace Hopper\.html, passage 1: text: the text or its marks differ$/m);
  });
  const held = text.indexOf('id="held"');
  await writeFile(path, text.slice(0, held) + text.slice(held).replace("climbed", "mounted"));
  await inReport(path, async (page) => {
    assert.match(await recomputed(page), /^Ada Lovelace\.txt and Grace Hopper\.html: words shared: printed 22, computed 19$/m);
  });
});

test("a report of passages alone holds nothing else, counts their words again, and says what it cannot compute", async () => {
  const { page } = visit;
  await choose(page, { "a.txt": `${essay(1, 60)} ${SOURCE} ${essay(2, 60)}`, "b.txt": `${essay(3, 60)} ${COPY} ${essay(4, 60)}` });
  await settled(page);
  const { path, text } = await saveFile(visit, { whole: false });
  assert.equal(text.replace(/id="program">[^<]*/, "").search(/w[1-4]x\d/), -1, "nothing but passages");
  await inReport(path, async (report) => {
    assert.match(await report.textContent("header"), /only the passages/);
    const said = await recomputed(report);
    assert.match(said, /^All \d+ numbers are as printed, and so are 2 texts with their marks\.\n+\d+ numbers are about whole documents/);
    const found = await report.$$eval("#pair-1 .figures [data-figure]", (places) => places.map(({ dataset }) => `${dataset.figure.split(" ").at(-1)} ${dataset.found}`));
    assert.deepEqual(found, ["shared same", "run same", "ab unknown", "ba unknown", "resemblance unknown", "passages same", "wordsA unknown", "wordsB unknown"]);
  });
  await writeFile(path, text.replace(/(data-figure="pair-1 passage-1 words">)\d+/, "$199"));
  await inReport(path, async (report) => assert.match(await recomputed(report), /^a\.txt and b\.txt, passage 1: words: printed 99, computed 22$/m));
});

test("passages that overlap, repeat themselves and were edited are counted from themselves alone as from the whole documents", async () => {
  const source = essay(9, 300).split(" ");
  const files = {};
  for (let i = 0; i < 8; i += 1) {
    const borrowed = [0, 1, 2, 3].map((k) => source.slice((37 * i + 61 * k) % 220, ((37 * i + 61 * k) % 220) + 25 + 9 * i));
    const edited = borrowed.map((words, k) => words.map((word, at) => ((at + i * k) % 13 === 5 ? `other${at}` : word)).join(" "));
    files[`${i}.txt`] = `${essay(20 + i, 20)} ${edited.join(". ")} ${edited[0]}`;
  }
  await choose(visit.page, files);
  await settled(visit.page);
  const { path } = await saveFile(visit, { whole: false });
  await inReport(path, async (report) => {
    assert.ok((await report.locator(".passage").count()) > 40);
    assert.match(await recomputed(report), /^All [\d,]+ numbers are as printed, and so are [\d,]+ texts/);
  });
});

test("an anonymous report holds none of the names, nor what markup says of its author", async () => {
  await three();
  for (const whole of [true, false]) {
    const { path, text } = await saveFile(visit, { anonymous: true, whole });
    assert.equal(text.search(/Lovelace|Hopper|Turing/), -1);
    await inReport(path, async (page) => {
      const names = await page.$$eval("section.summary:nth-of-type(4) tbody th", (cells) => cells.map((cell) => cell.textContent));
      assert.deepEqual(names.toSorted(), ["Document 1", "Document 2", "Document 3"]);
      assert.match(await page.textContent("header"), /with any names in them/);
      assert.match(await recomputed(page), /^All \d+ numbers are as printed/);
    });
  }
});

test("the numbers of an anonymous report stay the same", async () => {
  await three();
  const names = async () => JSON.parse((await saveFile(visit, { kind: "json", anonymous: true })).text).documents.map(({ name }) => name);
  const before = await names();
  await choose(visit.page, { "Edith Clarke.txt": essay(5) });
  await settled(visit.page);
  assert.deepEqual((await names()).slice(0, 3), before);
});

test("templates and options go into a report, and its numbers still follow from them", async () => {
  const { page } = visit;
  const task = "Describe in your own words what a keeper of the old lights had to do every evening of the year.";
  await choose(page, { "task.txt": task, "a.txt": `${task} ${SOURCE}`, "b.txt": `${task} ${COPY}` });
  await page.click(".document-name >> nth=0");
  await page.check(".document-panel input[type=checkbox]");
  await page.click("#open-options");
  await page.getByLabel("Words per shingle").fill("2");
  await page.getByLabel("Ignore word endings").selectOption("de");
  await page.click("#options >> text=Done");
  await settled(page);
  const { path } = await saveFile(visit);
  await inReport(path, async (report) => {
    assert.match(await report.textContent("#pair-1"), /Template text does not count: \d+ words of A/);
    assert.match(await recomputed(report), /^All \d+ numbers are as printed/);
  });
});

test("a pair is saved from its own view, under the names of both", async () => {
  await three();
  await visit.page.click(".rows .row a >> nth=0");
  await visit.page.waitForSelector(".pane .block");
  const { name, path } = await saveFile(visit, { from: ".pair-head >> text=Save…" });
  assert.equal(name, "Ada Lovelace.txt and Grace Hopper.html.html");
  await inReport(path, async (page) => {
    assert.equal(await page.locator(".pair").count(), 1);
    assert.match(await recomputed(page), /^All \d+ numbers are as printed/);
  });
});

test("a report prints on few pages of paper: its passages without the rest of the texts, its key and colours for the screen", async () => {
  const words = (seed, n) => Array.from({ length: n }, (_, i) => `${"bcdfg"[(seed + i) % 5]}${"aeiou"[(i * seed) % 5]}${(seed * 1000 + i).toString(36)}`).join(" ");
  const shared = [words(1, 300), words(2, 300)];
  const essay = (seed) => `${words(seed, 900)}. ${shared[0]}. ${words(seed + 1, 900)}. ${shared[1]}. ${words(seed + 2, 900)}.`;
  await choose(visit.page, { "Ada Lovelace.txt": essay(10), "Grace Hopper.txt": essay(20), "Alan Turing.txt": OTHER });
  await settled(visit.page);
  const { path } = await saveFile(visit);
  await inReport(path, async (page) => {
    const pdf = await page.pdf({ path: join(ARTIFACTS, "report.pdf"), preferCSSPageSize: true, format: "A4" });
    const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;
    const found = Number((await page.textContent("[data-figure='pair-1 shared']")).replace(",", ""));
    assert.ok(found >= 600, `${found} words`);
    // One for what was found, and one for each 300 words that are shared.
    assert.ok(pages <= 1 + Math.ceil(found / 300), `${pages} pages for ${found} words`);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.isVisible("#compute"), false);
    await page.screenshot({ path: join(ARTIFACTS, "report-print.png"), fullPage: true });
  }, { colorScheme: "dark" });
});
