// How the page looks, kept as pictures for a person to look at; and what a machine can say of its accessibility.

import { test } from "node:test";
import { saveFile, opened, recomputed } from "./saving.mjs";
import { choose, drawn, essay, open, pageTests, settled } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";

const SENTENCES = [
  "The keeper climbed the stairs at dusk, trimmed the wick and wound the clockwork that turned the lens.",
  "Brass had to be polished, windows washed of salt, and every drop of oil written down in a book.",
  "When fog came in he rang a bell by hand until it lifted, sometimes for two days and nights together.",
  "Each light has a character of its own, and charts print these patterns next to the tower.",
  "A navigator with nothing but a watch can tell where he is, as long as the sky over the coast is clear.",
  "Satellites fail seldom, yet they do fail, and then a steady light is worth more than any screen.",
];

/** Twenty essays that borrow sentences from each other, one of them without a word. */
function essays() {
  const files = {};
  for (let i = 1; i <= 19; i++) {
    const borrowed = SENTENCES.filter((_, sentence) => (i * (sentence + 3)) % 4 === 0);
    files[`Essay ${String(i).padStart(2, "0")}, lighthouses.txt`] = `${essay(i, 40 + 3 * i)}\n\n${borrowed.join(" ")}\n\n${essay(50 + i, 30)}`;
  }
  return { ...files, "Left empty.txt": " " };
}

inEveryLook((window, suffix) => {
  const visit = pageTests(window);

  for (const whole of [true, false]) {
    test(`a report of ${whole ? "documents" : "passages"} overflows nowhere, and axe finds nothing in it`, async () => {
      await visit.page.click("#example");
      await settled(visit.page);
      const { path } = await saveFile(visit, { whole });
      const report = await opened(path, window);
      const name = `report-${whole ? "documents" : "passages"}`;
      await look(report.page, `${name}-${suffix}`);
      await recomputed(report.page);
      await look(report.page, `${name}-computed-${suffix}`);
      await report.close();
    });
  }

  test("nothing overflows, and axe finds nothing", async (t) => {
    const { page } = visit;
    const looked = (name) => look(page, `${name}-${suffix}`);
    await t.test("empty", () => looked("empty"));
    await page.click("#example");
    await settled(page);
    await t.test("three documents", () => looked("example"));
    await open(page);
    await page.keyboard.press("n");
    await drawn(page);
    await page.keyboard.press("c");
    await page.keyboard.press("d");
    await page.keyboard.press("w");
    await t.test("a pair", () => looked("pair"));
    await page.click(".signatures > summary");
    await page.waitForSelector(".signature-parts section");
    await page.evaluate(() => document.querySelector(".signatures").scrollIntoView());
    await t.test("signatures", () => looked("signatures"));
    await page.click(".signatures > summary");
    await page.keyboard.press("Escape");
    await settled(page);
    await choose(page, essays());
    await settled(page);
    await t.test("many documents", () => looked("many"));
    await page.click(".document-name >> nth=0");
    await t.test("a document opened", () => looked("document"));
    await page.click(".document-name >> nth=0");
    await page.click(".switch >> text=Matrix");
    await settled(page);
    await t.test("the matrix", () => looked("matrix"));
    await page.click(".switch >> text=Graph");
    await page.waitForSelector(".graph-list h3");
    await settled(page);
    await t.test("the graph", () => looked("graph"));
    await page.click("#open-options");
    await t.test("options", () => looked("options"));
    await page.click(".person-list .person");
    await page.evaluate(() => document.querySelector(".persons").scrollIntoView());
    await t.test("an author, opened to be corrected", () => looked("person"));
    await page.click("#options >> text=Done");
    await page.click("#open-help");
    await t.test("help", () => looked("help"));
    await page.click("#help >> text=Done");
    await page.click("text=Save…");
    await t.test("saving", () => looked("saving"));
  });
});
