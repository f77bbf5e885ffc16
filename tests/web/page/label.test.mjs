// The page of `twinprint study label` in a real browser. TWINPRINT is the program.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, afterEach, before, beforeEach, describe, test } from "node:test";
import { complaints, launch } from "../chromium.mjs";
import { ARTIFACTS } from "./harness.mjs";
import { inEveryLook, look } from "./looks.mjs";

const program = process.env.TWINPRINT ?? "twinprint";

let browser;
let folder;
let server;
let address;

before(async () => {
  mkdirSync(ARTIFACTS, { recursive: true });
  browser = await launch();
});
after(() => browser?.close());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "twinprint-label-"));
  writeFileSync(join(folder, "corpus.jsonl"), corpus());
  const made = ["study", "hamming", "corpus.jsonl", "-w", "3", "-o", "found", "--to-label", "pairs", "--label-each", "2"];
  execFileSync(program, made, { cwd: folder, stdio: ["ignore", "ignore", "ignore"] });
  server = spawn(program, ["study", "label", "pairs", "--port", "0"], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const first = await new Promise((resolve) => createInterface({ input: server.stdout }).once("line", resolve));
  address = /http:\S+\//.exec(first)[0];
});
afterEach(async () => {
  const ended = new Promise((resolve) => server.once("exit", resolve));
  server.kill();
  await ended;
  rmSync(folder, { recursive: true });
});

/** Notices that differ in a number and a word. */
function corpus() {
  const words = "the reading room opens at nine and closes at six on every day but Sunday when the porter has the key and lets in whoever asks".split(" ");
  const text = (at) => words.map((word, place) => (place === 5 ? `${at}` : place === 20 && at % 2 ? "guard" : word)).join(" ");
  return Array.from({ length: 12 }, (_, at) => JSON.stringify({ id: `notice ${at}`, text: text(at) })).join("\n");
}

const verdicts = () => readFileSync(join(folder, "pairs", "verdicts.jsonl"), "utf8").trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));

test("keys judge, take back and go from difference to difference", async () => {
  const page = await browser.newPage();
  const heard = complaints(page);
  await page.goto(address);
  assert.match(await page.title(), /^Pair 1 of \d+/);
  await page.keyboard.press("n");
  assert.equal(await page.locator("mark.here").count(), 2);
  assert.match(await page.locator("#told").textContent(), /^Difference 1 of \d+: left .+, right .+/);
  await page.keyboard.press("c");
  await page.waitForURL(/\/pair\/2/);
  assert.deepEqual(verdicts(), [{ pair: 1, verdict: "correct" }]);
  assert.equal(await page.locator(".news").textContent(), "Pair 1: correct.");
  await page.keyboard.press("i");
  await page.waitForURL(/\/pair\/3/);
  await page.keyboard.press("z");
  await page.waitForURL(/\/pair\/2\?back=2/);
  assert.deepEqual(verdicts().at(-1), { pair: 2, verdict: null });
  assert.equal(await page.locator("button[aria-pressed=true]").count(), 0);
  await page.keyboard.press("b");
  await page.waitForURL(/\/pair\/1$/);
  assert.equal(await page.locator("button[aria-pressed=true]").textContent(), "Correct c");
  assert.deepEqual(heard, []);
});

test("keys that are switched off stay off, and Tab and Enter do everything", async () => {
  const page = await browser.newPage();
  await page.goto(address);
  await page.uncheck("#keys");
  await page.keyboard.press("c");
  await page.reload();
  await page.keyboard.press("c");
  assert.deepEqual(verdicts(), []);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H1");
  const focused = () => page.evaluate(() => document.activeElement.value);
  for (let presses = 0; (await focused()) !== "undecided"; presses++) {
    assert.ok(presses < 100, "Tab never came to the verdict");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/pair\/2/);
  assert.deepEqual(verdicts(), [{ pair: 1, verdict: "undecided" }]);
});

test("a page of another site cannot give a verdict", async () => {
  const page = await browser.newPage();
  await page.route("http://other.example/", (route) =>
    route.fulfill({ contentType: "text/html", body: `<form method="post" action="${address}pair/1"><button name="verdict" value="correct">Win</button></form>` }),
  );
  await page.goto("http://other.example/");
  const [response] = await Promise.all([page.waitForResponse(/pair\/1/), page.click("button")]);
  assert.equal(response.status(), 403);
  assert.deepEqual(verdicts(), []);
});

test("without scripts its buttons judge all the same", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(address);
  await page.click("button[value=incorrect]");
  await page.waitForURL(/\/pair\/2/);
  assert.deepEqual(verdicts(), [{ pair: 1, verdict: "incorrect" }]);
  await context.close();
});

describe("the look", () => {
  inEveryLook((options, name) => {
    test("nothing overflows, and axe finds nothing", async () => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.goto(address);
      await look(page, `label-${name}`);
      await page.goto(`${address}done`);
      await look(page, `label-done-${name}`);
      await context.close();
    });
  });
});
