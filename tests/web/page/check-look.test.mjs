// How the checking page looks, kept as pictures; what a machine can say of its accessibility; and what its policy allows.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ask, check, checkingTests, choose, COPY, OWN } from "./checking.mjs";
import { inEveryLook, look } from "./looks.mjs";

inEveryLook((window, suffix) => {
  const visit = checkingTests({ ...window, index: { essays: 20 } });

  test("nothing overflows, and axe finds nothing", async (t) => {
    const { page, site } = visit;
    const looked = (name) => look(page, `check-${name}-${suffix}`);
    await t.test("empty", () => looked("empty"));
    await check(page, COPY);
    await t.test("a result", () => looked("result"));
    await page.click(".source-line");
    await page.waitForSelector(".source-open .pane .block");
    await t.test("a source", () => looked("source"));
    await page.click(".asking-details summary");
    await t.test("the choices", () => looked("choices"));
    await page.selectOption("#index", "add");
    await t.test("another index", () => looked("add"));
    await page.keyboard.press("Escape");
    await page.fill("#draft", OWN);
    await choose(page, "whole");
    site.answer = (request, response) => request.url === "/v1/lookup" && response.writeHead(503).end();
    await ask(page);
    assert.equal(await page.isVisible(".problem"), true);
    await t.test("an error", () => looked("error"));
    site.answer = undefined;
    await ask(page);
    assert.deepEqual([await page.locator(".document").count(), await page.isVisible(".problem")], [2, false]);
    await t.test("two documents", () => looked("two"));
    await page.click("#open-help");
    await t.test("help", () => looked("help"));
    await page.keyboard.press("Escape");
    await page.click(".asking-details summary");
    await page.selectOption("#index", "device:");
    await page.waitForSelector(".memory >> text=No text is remembered yet");
    await t.test("no text remembered", () => looked("none-remembered"));
    await page.click("#check:enabled");
    await page.click("#remember");
    await page.waitForSelector(".near >> text=it is the first text remembered");
    await t.test("a text remembered", () => looked("remembered"));
    await page.click("#check:enabled");
    await page.waitForSelector(".near-list");
    await t.test("a known text", () => looked("known"));
  });
});

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
    await page.waitForSelector("h1:has-text('Find text that documents')");
    await page.click("text=Check against an index");
    await page.waitForSelector("h1:has-text('Find text that an index already')");
  });
});
