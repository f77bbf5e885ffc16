// Leaving the page asks where a verdict or a note would be lost, and only there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { saveFile } from "./saving.mjs";
import { choose, COPY, drawn, open, pageTests, paste, picture, settled, SOURCE, until } from "./harness.mjs";

const visit = pageTests();

async function compared() {
  await paste(visit.page, SOURCE);
  await paste(visit.page, COPY);
  await settled(visit.page);
  await open(visit.page);
}

/** Loads the page again; whether it asked before it went. */
async function asksOnLeaving() {
  const { page } = visit;
  let asked = false;
  const answer = (dialog) => {
    asked = dialog.type() === "beforeunload";
    void dialog.accept();
  };
  page.on("dialog", answer);
  await page.reload();
  page.off("dialog", answer);
  return asked;
}

const line = async () => (await visit.page.textContent("#unsaved")).replaceAll("\u00a0", " ");

async function back() {
  await visit.page.keyboard.press("Escape");
  await settled(visit.page);
}

/** Has two documents compared, and the pair judged by a key. */
async function judged(key) {
  await compared();
  await visit.page.keyboard.press(key);
  await back();
}

test("documents alone, whose files are elsewhere, leave without a question", async () => {
  await compared();
  assert.equal(await asksOnLeaving(), false);
});

test("a verdict that is not kept asks, and the list says so and what to press", async () => {
  await judged("c");
  assert.equal(await line(), "What you decided on 1 pair (verdicts, notes, passages taken out) is not kept yet. Keep it on this device, or save a project");
  await picture(visit.page, "not-kept-yet");
  assert.equal(await asksOnLeaving(), true);
});

test("a note asks even where its last letter was typed just now", async () => {
  await compared();
  await visit.page.keyboard.press("w");
  await visit.page.keyboard.type("Seen");
  assert.equal(await asksOnLeaving(), true);
});

test("a verdict that was given and taken back leaves without a question", async () => {
  await compared();
  await visit.page.keyboard.press("c");
  await visit.page.keyboard.press("c");
  await back();
  assert.equal(await line(), "");
  assert.equal(await asksOnLeaving(), false);
});

test("what is kept on this device leaves without a question, and asks again once it is kept no more", async () => {
  const { page } = visit;
  await judged("c");
  await page.check("#keep");
  await until(page, () => document.querySelector("#unsaved").hidden);
  assert.equal(await asksOnLeaving(), false);
  await page.waitForSelector(".rows .row");
  await page.uncheck("#keep");
  await until(page, () => !document.querySelector("#unsaved").hidden);
  await page.click("#documents-title");
  assert.equal(await asksOnLeaving(), true);
});

test("a verdict in a project that was saved since leaves without a question; another verdict after that asks", async () => {
  const { page } = visit;
  await judged("c");
  const { text } = await saveFile(visit, { kind: "project", from: "#unsaved button" });
  assert.equal(JSON.parse(text).verdicts[0].verdict, "copied");
  assert.equal(await line(), "");
  assert.equal(await asksOnLeaving(), false);
  await choose(page, { "class.twinprint": text });
  await page.waitForSelector(".rows .row");
  await settled(page);
  await page.click("#documents-title");
  assert.equal(await asksOnLeaving(), false, "a project that was only opened");
  await choose(page, { "class.twinprint": text });
  await page.waitForSelector(".rows .row");
  await open(page);
  await page.keyboard.press("f");
  assert.equal(await asksOnLeaving(), true);
});

test("saving a table or a report keeps no verdict to go on with, so leaving still asks", async () => {
  await judged("c");
  await saveFile(visit, { kind: "csv" });
  assert.equal(await asksOnLeaving(), true);
});

test("the dialog opens on the project from the line that says what is not kept", async () => {
  const { page } = visit;
  await judged("f");
  await page.click("#unsaved button");
  await page.waitForSelector("#save[open]");
  await drawn(page);
  assert.equal(await page.isChecked("#save input[value=project]"), true);
});
