// Who wrote what: by folder, by name, by hand; and what is compared.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, essay, open, pageTests, picture, rows, settled } from "./harness.mjs";
import { zip } from "./made/zip.mjs";

const visit = pageTests();

/** The names of the pairs in the table. */
async function pairs() {
  return (await rows(visit.page)).map(([a, b]) => `${a}, ${b}`).sort();
}

const SHARED = essay(9, 30);

async function options(steps) {
  const { page } = visit;
  await page.click("#open-options");
  await steps(page.locator("#options"));
  await page.click("#options button:has-text('Done')");
  await settled(page);
}

test("two files of one person from Canvas are not compared, unless asked", async () => {
  await choose(visit.page, {
    "doejane_12345_6789_essay.txt": `${essay(1)} ${SHARED}`,
    "doejane_LATE_12345_6790_essay-2.txt": `${essay(2)} ${SHARED}`,
    "roejohn_54321_6791_essay.txt": `${SHARED} ${essay(3)}`,
  });
  await settled(visit.page);
  assert.equal((await pairs()).length, 2);
  await options((dialog) => dialog.locator("label", { hasText: "Also compare documents of the same author" }).locator("input").check());
  assert.equal((await pairs()).length, 3);
});

test("file names of Moodle name their author", async () => {
  const { page } = visit;
  await choose(page, { "Jane Doe_12345_assignsubmission_file_essay.txt": essay(1), "b.txt": essay(2) });
  await settled(page);
  await page.click(".document-name >> nth=0");
  assert.equal(await page.locator(".document-panel label", { hasText: "Author" }).locator("input").inputValue(), "Jane Doe");
});

test("two persons of one name are two, by the platform's numbers, and one of them in two downloads is one", async () => {
  const { page } = visit;
  await choose(page, { "class.zip": zip([
    ["first/Zhang Wei_101_assignsubmission_file_/essay.txt", `${essay(1)} ${SHARED}`],
    ["first/Zhang Wei_102_assignsubmission_file_/essay.txt", `${SHARED} ${essay(2)}`],
    ["first/Li Na_103_assignsubmission_file_/essay.txt", essay(3)],
    ["second/Li Na_207_assignsubmission_file_/essay.txt", `${essay(4)} ${SHARED}`],
  ]) });
  await settled(page);
  assert.equal((await pairs()).length, 5, "all but the two of Li Na");
  await page.click(".document-name >> nth=0");
  assert.equal(await page.locator(".document-panel label", { hasText: "Author" }).locator("input").inputValue(), "Zhang Wei (101)");
});

test("a folder around almost all documents is no author", async () => {
  const { page } = visit;
  const names = ["Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lea"];
  const essays = names.map((name, at) => [`assignment/${name}/essay.txt`, essay(at)]);
  await choose(page, { "class.zip": zip([...essays, ["handout/task.txt", essay(20)]]) });
  await options((dialog) => dialog.locator("select", { hasText: "by a pattern" }).selectOption("folder"));
  await page.click(".document-name >> nth=0");
  assert.equal(await page.locator(".document-panel label", { hasText: "Author" }).locator("input").inputValue(), "Ann");
});

test("where all is of one author it is said why there is no pair, and what to press", async () => {
  const { page } = visit;
  await choose(page, { "a.txt": `${essay(1)} ${SHARED}`, "b.txt": `${essay(2)} ${SHARED}` });
  await settled(page);
  for (const index of [0, 1]) {
    await page.click(`.document-name >> nth=${index}`);
    const field = page.locator(".document-panel label", { hasText: "Author" }).nth(index).locator("input");
    await field.fill("Jane Doe");
    await field.press("Tab");
  }
  await settled(page);
  assert.match(await page.textContent("#results .waiting"), /Both documents have the same author, .Jane Doe., and documents of one author are not compared/);
  await picture(page, "one-author");
  await page.click("#results .waiting >> text=Correct the authors");
  await page.click("#options button:has-text('Done')");
  await page.click("#results .waiting >> text=Compare documents of one author, too");
  await settled(page);
  assert.equal((await pairs()).length, 1);
  await page.click("#open-options");
  assert.equal(await page.locator("#options label", { hasText: "Also compare documents of the same author" }).locator("input").isChecked(), true);
});

test("a pattern tells authors, with an example while it is written", async () => {
  const { page } = visit;
  await choose(page, { "essay-ann-1.txt": `${essay(1)} ${SHARED}`, "essay-ann-2.txt": `${essay(2)} ${SHARED}`, "essay-bob-1.txt": `${essay(3)} ${SHARED}` });
  await settled(page);
  assert.equal((await pairs()).length, 3);
  await options(async (dialog) => {
    await dialog.locator("select", { hasText: "by a pattern" }).selectOption("pattern");
    const pattern = dialog.locator("label", { hasText: "Pattern" }).locator("input");
    await pattern.fill("essay-*");
    assert.match(await dialog.locator(".author-example").textContent(), /Write \{author\} where the author’s name is/);
    await pattern.fill("essay-{author}-*");
    assert.match(await dialog.locator(".author-example li >> nth=0").textContent(), /essay-ann-1\.txt.*: .*ann/);
    await picture(page, "authors-options");
  });
  assert.deepEqual(await pairs(), ["essay-ann-1.txt, essay-bob-1.txt", "essay-ann-2.txt, essay-bob-1.txt"]);
});

test("several drafts of one author stand as one: the best pair with another is listed", async () => {
  const { page } = visit;
  await choose(page, {
    "ann_1.txt": `${essay(1)} ${SHARED}`,
    "ann_2.txt": `${essay(2)} ${SHARED} ${essay(7, 40)}`,
    "bob_1.txt": `${SHARED} ${essay(3)} ${essay(7, 40)}`,
    "cy_1.txt": essay(4),
  });
  await options(async (dialog) => {
    await dialog.locator("select", { hasText: "by a pattern" }).selectOption("pattern");
    await dialog.locator("label", { hasText: "Show only the best pair" }).locator("input").check();
  });
  assert.deepEqual(await pairs(), ["ann_1.txt, cy_1.txt", "ann_2.txt, bob_1.txt", "bob_1.txt, cy_1.txt"]);
});

test("an author is named by hand, and pairs come and go with that", async () => {
  const { page } = visit;
  await choose(page, { "a.txt": `${essay(1)} ${SHARED}`, "b.txt": `${essay(2)} ${SHARED}`, "c.txt": `${essay(3)} ${SHARED}` });
  await settled(page);
  for (const index of [0, 1]) {
    await page.click(`.document-name >> nth=${index}`);
    const field = page.locator(".document-panel label", { hasText: "Author" }).nth(index).locator("input");
    await field.fill(index === 0 ? "Jane Doe" : "jane  doe");
    await field.press("Tab");
  }
  await settled(page);
  assert.deepEqual(await pairs(), ["a.txt, c.txt", "b.txt, c.txt"]);
  const field = page.locator(".document-panel label", { hasText: "Author" }).nth(1).locator("input");
  await field.fill("");
  await field.press("Tab");
  await settled(page);
  assert.equal((await pairs()).length, 3);
});

test("in the pair another draft of the same author is chosen", async () => {
  const { page } = visit;
  await choose(page, {
    "doejane_1_2_first.txt": `${essay(1)} ${SHARED}`,
    "doejane_1_3_second.txt": essay(2),
    "roejohn_4_5_essay.txt": `${SHARED} ${essay(3)}`,
  });
  await settled(page);
  await open(page);
  await page.locator(".drafts select").selectOption({ label: "doejane_1_3_second.txt" });
  await page.waitForSelector("#pair-page:not([aria-busy]) .pane h2:has-text('second')");
  assert.match(await page.textContent(".why"), /share no passage/);
});
