// What a screen reader tells of each state; kept among the artefacts as text, for a person to read.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { saveFile, opened, recomputed } from "./saving.mjs";
import { ARTIFACTS, open, pageTests, settled } from "./harness.mjs";
import { silent, spoken } from "./spoken.mjs";

const visit = pageTests();

/** Keeps what is told under a name; nothing in it may be without a name of its own. */
async function told(page, name) {
  const lines = await spoken(page);
  await writeFile(join(ARTIFACTS, `spoken-${name}.txt`), `${lines.join("\n")}\n`);
  assert.deepEqual(silent(lines), [], name);
  return lines.map((line) => line.trim());
}

/** The lines stand there in this order, others between them. */
function inOrder(lines, expected) {
  let from = 0;
  for (const wanted of expected) {
    const at = lines.findIndex((line, i) => i >= from && (wanted instanceof RegExp ? wanted.test(line) : line === wanted));
    assert.ok(at >= 0, `“${wanted}” is told after ${JSON.stringify(lines[from - 1] ?? "the start")}:\n${lines.join("\n")}`);
    from = at + 1;
  }
}

test("the empty page tells what it is for and what to do first", async () => {
  const lines = await told(visit.page, "empty");
  inOrder(lines, ["banner", /^navigation: Pages/, "link: Compare documents", "button: Options", "button: Help", "main", /^heading 1: Find text that documents share/, /^textbox: Paste the first text/, "button: Choose files", "button: Choose a folder", "button: Try an example"]);
});

test("with documents it tells each of them, and every pair as a row of a table", async () => {
  const { page } = visit;
  await page.click("#example");
  await settled(page);
  const lines = await told(page, "documents");
  inOrder(lines, ["heading 2: Documents", /^list: Documents/, /^button: .*keeper/i, /^button: Remove/, /^checkbox: Keep on this device, not checked/, "button: Clear everything", /^heading 2: Pairs/, /^3 pairs/, "button: Save…", /^button: Table, pressed/, /^(table|grid)/, /^columnheader/, /^(cell|gridcell|rowheader)/]);
  await page.click("text=Matrix");
  await settled(page);
  inOrder(await told(page, "matrix"), ["button: Matrix, pressed", /%/]);
});

test("a pair tells both names, its numbers with their names, and both texts", async () => {
  const { page } = visit;
  await page.click("#example");
  await settled(page);
  await open(page);
  inOrder(await told(page, "pair"), ["button: All pairs", /^heading 1: .+ and .+/, "term: Words shared", /^definition/, "74", /^button: Previous/, /^button: Next/, /^heading 2/]);
});

test("options, help and saving are dialogs with a name, and their fields have theirs", async () => {
  const { page } = visit;
  await page.click("#example");
  await settled(page);
  await page.click("#open-options");
  inOrder(await told(page, "options"), [/^dialog: Options/, /^spinbutton: Shortest passage/, /^combobox: What counts as a word/, "button: Done"]);
  await page.click("#options >> text=Done");
  await page.click("#open-help");
  inOrder(await told(page, "help"), [/^dialog: Help/, "heading 3: Keys", "button: Done"]);
  await page.click("#help >> text=Done");
  await page.click("text=Save…");
  await page.waitForSelector("dialog[open] >> text=Cancel");
  inOrder(await told(page, "saving"), [/^dialog: Save/, /^group: What to save/, /^radio: Report/, /^radio: Table/, /^radio: Data/, /^radio: Project/, /^combobox: Pairs to save, /, /^combobox: The report contains, /, /^checkbox: Anonymize: numbers instead of names/, "button: Save", "button: Cancel"]);
});

test("a report tells its pairs and documents as tables, and what was found when it was computed again", async () => {
  await visit.page.click("#example");
  await settled(visit.page);
  const { path } = await saveFile(visit);
  const { page, close } = await opened(path);
  await recomputed(page);
  inOrder(await told(page, "report"), ["main", /^heading 1/, /^heading 2: Are these numbers right/, "button: Compute every number again", /^All \d+ numbers are as printed/, "heading 2: Pairs", "table", /^columnheader/, "heading 2: Documents", "table", /^heading 2: .+ and .+/, /^heading 2: How it was made/]);
  await close();
});

test("the checking page tells where to check and what", async () => {
  const { page } = visit;
  // Beside a service: the page would ask for one in vain else, and browsers complain of that.
  await page.goto(new URL("check.html", process.env.PAGE).href);
  // What can be asked for, and so which way is chosen, is known once the index is open.
  await page.waitForFunction(() => /passages/.test(document.querySelector(".index-facts")?.textContent ?? ""));
  inOrder(await told(page, "check"), ["banner", "main", /^heading 1/, /^textbox/, "button: Choose files", /^combobox: Index/, /^group: What leaves this page/, /^radio: Download the whole index, checked/, /^button: Check/]);
});
