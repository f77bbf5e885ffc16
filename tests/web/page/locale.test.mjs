// Numbers and dates as the reader's language writes them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { saveFile, opened, recomputed } from "./saving.mjs";
import { pageTests, rows, settled } from "./harness.mjs";

const visit = pageTests({ locale: "de-DE", timezoneId: "Europe/Berlin" });

test("shares are written with a comma where that is the custom", async () => {
  await visit.page.click("#example");
  await settled(visit.page);
  const [first] = await rows(visit.page);
  assert.ok(first.includes("42,4 %"), first.join(" | "));
});

test("a report keeps the language of its numbers, and computes them alike wherever it is opened", async () => {
  await visit.page.click("#example");
  await settled(visit.page);
  const { path } = await saveFile(visit);
  const report = await opened(path, { locale: "en-US" });
  assert.match(await report.page.textContent("header"), /Made on \d+\. \p{L}+ \d{4} um \d\d:\d\d with/u);
  assert.match(await report.page.textContent("section:not(.persons) table"), /42,4.%/);
  assert.match(await recomputed(report.page), /^All \d+ numbers are as printed/);
  assert.deepEqual(report.heard, []);
  await report.close();
});
