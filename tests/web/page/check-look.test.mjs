// How the checking page looks, kept as pictures; what a machine can say of its accessibility; and what its policy allows.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { check, checkingTests, choose, COPY, OWN } from "./checking.mjs";
import { picture } from "./harness.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

for (const width of [1280, 390]) {
  for (const colorScheme of ["light", "dark"]) {
    describe(`${width} pixels wide and ${colorScheme}`, () => {
      const viewport = { width, height: width > 500 ? 800 : 844 };
      const visit = checkingTests({ viewport, colorScheme, reducedMotion: "reduce", index: { essays: 20 } });

      test("nothing overflows, and axe finds nothing", async (t) => {
        const { page } = visit;
        const look = async (name) => {
          await picture(page, `check-${name}-${width}-${colorScheme}`);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
          await page.evaluate(AXE);
          const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`);
          assert.deepEqual(found, [], name);
        };
        await t.test("empty", () => look("empty"));
        await check(page, COPY);
        await t.test("a result", () => look("result"));
        await page.click(".source-line");
        await page.waitForSelector(".source-open .pane .block");
        await t.test("a source", () => look("source"));
        await page.click(".asking-details summary");
        await t.test("the choices", () => look("choices"));
        await page.selectOption("#index", "add");
        await t.test("another index", () => look("add"));
        await page.keyboard.press("Escape");
        await page.fill("#draft", OWN);
        await choose(page, "whole");
        await page.click("#check");
        await page.waitForFunction(() => document.querySelectorAll(".document").length === 2 && !document.querySelector("#check").hidden);
        await t.test("two documents", () => look("two"));
        await page.click("#open-help");
        await t.test("help", () => look("help"));
      });
    });
  }
}

describe("the keyboard and the policy", () => {
  const visit = checkingTests({ index: { essays: 20 } });

  test("a text is pasted, checked, and its source opened and left again without a mouse", async () => {
    const { page } = visit;
    await page.focus("#draft");
    await page.keyboard.insertText(COPY);
    await page.waitForFunction(() => !document.querySelector("#check").disabled);
    await page.keyboard.press("Control+Enter");
    await page.waitForSelector(".result:not([hidden]) .source-line");
    await page.focus(".source-line");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".source-open .pane .block");
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "H3");
    await page.keyboard.press("n");
    await page.keyboard.press("Escape");
    await page.waitForSelector(".source-list li .source-line:visible");
  });

  test("only the checking page may ask other hosts, and by https alone", async () => {
    const { page, site } = visit;
    const policy = (name) => page.goto(`${site.address}${name}`).then(() => page.getAttribute("meta[http-equiv]", "content"));
    assert.match(await policy("index.html"), /; connect-src 'self'; /);
    assert.match(await policy("check.html"), /^default-src 'none';.*; connect-src 'self' https: http:\/\/localhost:\* http:\/\/127\.0\.0\.1:\*; /);
    const stopped = await page.evaluate(async () => {
      const violation = new Promise((resolve) => addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective)));
      await fetch("http://example.org/").catch(() => undefined);
      return violation;
    });
    assert.equal(stopped, "connect-src");
    visit.heard.length = 0;
  });

  test("the two pages lead to each other", async () => {
    const { page } = visit;
    await page.click("text=Compare documents");
    await page.waitForSelector("h1:has-text('See what was copied')");
    await page.click("text=Check against an index");
    await page.waitForSelector("h1:has-text('See what was there before')");
  });
});
