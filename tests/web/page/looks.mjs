// How a page is looked at: in two widths and two colour schemes, each with pictures for a person and with what a machine can say of
// its accessibility.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe } from "node:test";
import { picture } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** All that axe knows of WCAG 2.2, levels A and AA, and of good practice; the size of targets it leaves out unless asked. */
const RULES = {
  resultTypes: ["violations"],
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  rules: { "target-size": { enabled: true } },
};

/** Has `tests` declared for each look: with the options of its window, and what its pictures' names end with. */
export function inEveryLook(tests) {
  for (const width of [1280, 390]) {
    for (const colorScheme of ["light", "dark"]) {
      const viewport = { width, height: width > 500 ? 800 : 844 };
      describe(`${width} pixels wide and ${colorScheme}`, () => tests({ viewport, colorScheme, reducedMotion: "reduce" }, `${width}-${colorScheme}`));
    }
  }
}

/** Keeps a picture; fails where the page is wider than its window, or axe finds something. */
export async function look(page, name) {
  await picture(page, name);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
  await page.evaluate(AXE);
  const { violations } = await page.evaluate((options) => globalThis.axe.run(document, options), RULES);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`);
  assert.deepEqual(found, [], name);
}
