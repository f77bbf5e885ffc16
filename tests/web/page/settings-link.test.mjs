// A link with a class's settings and templates, which a lecturer puts beside an assignment.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, COPY, documents, pageTests, settled, SOURCE } from "./harness.mjs";

const visit = pageTests();
const TASK = "Describe in your own words what a keeper of a lighthouse does at night, and why.";

/** Opens the options and copies the link; what is then said, and the link. */
async function copied(page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#open-options");
  await page.click("#options >> text=Copy a link with these settings");
  await page.waitForFunction(() => /link/.test(document.querySelector("#notes").textContent));
  const said = (await page.textContent("#notes")).replaceAll("\u00a0", " ");
  await page.keyboard.press("Escape");
  return [said, await page.evaluate(() => navigator.clipboard.readText())];
}

test("a link has settings and templates, and nothing of what was handed in; whoever opens it starts with them", async () => {
  const { page } = visit;
  await choose(page, { "task.txt": TASK, "Ada.txt": SOURCE, "Grace.txt": COPY });
  await settled(page);
  await page.click(".document >> nth=0 >> .document-name");
  await page.check(".document >> nth=0 >> input[type=checkbox]");
  await page.click("#open-options");
  await page.fill("#options input[type=number] >> nth=0", "6");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await settled(page);
  const [said, link] = await copied(page);
  assert.match(said, /The link is copied\. It has these settings and 1 template, and none of the other documents\./);
  assert.match(link, /#settings=[\w-]+$/);

  const other = await page.context().browser().newContext();
  const opened = await other.newPage();
  await opened.goto(link);
  await opened.waitForSelector(".document.template");
  assert.deepEqual((await documents(opened)).map(({ name }) => name.replace(/[\u2068\u2069]/g, "")), ["task.txt"]);
  assert.match((await opened.textContent("#notes")).replaceAll("\u00a0", " "), /These are the settings of the link, with 1 template\./);
  assert.equal(new URL(opened.url()).hash.includes("settings"), false);
  await opened.click("#open-options");
  assert.equal(await opened.inputValue("#options input[type=number] >> nth=0"), "6");
  await other.close();
});

test("a link that was cut says so, and changes nothing", async () => {
  const { page } = visit;
  await choose(page, { "Ada.txt": SOURCE });
  const [, link] = await copied(page);
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash.slice(0, -20));
  await page.waitForFunction(() => /were not used/.test(document.querySelector("#notes").textContent));
  assert.match(await page.textContent("#notes"), /The settings of the link were not used: it is damaged: it is not complete JSON\. Please request it again\./);
  assert.equal((await documents(page)).length, 1);
});
