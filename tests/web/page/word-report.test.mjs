// The report for a word processor: a document that is read as any other, with what the HTML report has on paper.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { test } from "node:test";
import { choose, COPY, open, OTHER, pageTests, settled, SOURCE } from "./harness.mjs";
import { saveFile } from "./saving.mjs";

const visit = pageTests();
const plain = (text) => text.replaceAll("\u00a0", " ").replace(/\s+/g, " ");

/** The parts of a package, each with its text. */
function parts(path) {
  const bytes = readFileSync(path);
  const found = new Map();
  for (let at = 0; bytes.readUInt32LE(at) === 0x04034b50; ) {
    const [packed, name, extra] = [bytes.readUInt32LE(at + 18), bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
    const start = at + 30 + name + extra;
    found.set(bytes.toString("utf8", at + 30, at + 30 + name), inflateRawSync(bytes.subarray(start, start + packed)).toString());
    at = start + packed;
  }
  return found;
}

/** What is read of a document by the command line. */
const read = (path) => plain(execFileSync(process.env.TWINPRINT, ["read", path], { stdio: ["ignore", "pipe", "ignore"] }).toString());

test("a report for a word processor has the finding, the numbers, the verdict and the passages, and is read as any document", async () => {
  const { page } = visit;
  await choose(page, { "Ada & <b>.txt": SOURCE, "Grace.txt": COPY, "عمر.txt": `${OTHER} \u202e\u0007 سلام ${SOURCE}` });
  await settled(page);
  await open(page);
  await page.keyboard.press("c");
  await page.keyboard.press("w");
  await page.fill(".verdict-bar textarea", "See me.\n<b>Soon</b> & twice");
  await page.keyboard.press("Escape");
  await page.click(".pair-way >> text=All pairs");
  const { name, path } = await saveFile(visit, { kind: "docx", title: "Essays & <notes>", by: "The examiner" });
  assert.match(name, /\.docx$/);
  const text = read(path);
  for (const said of ["Essays & <notes>", "What was found", "Judged by The examiner: 1 “Copied”", "What this does not say", "Ada & <b>.txt", "See me. <b>Soon</b> & twice", "Passage 1", "SHA-256 of the file", "Settings fingerprint", "Longest identical run"]) {
    assert.ok(text.includes(said), `${said}: ${text}`);
  }
  assert.ok(text.includes(plain(SOURCE).slice(0, 40)));
  assert.doesNotMatch(text, /Compute every number again/);
  // Each part is well-formed, the words that are shared are shaded, and what runs from right to left is marked so.
  const found = parts(path);
  const wrong = await page.evaluate((parts) => parts.filter(([, text]) => new DOMParser().parseFromString(text, "application/xml").querySelector("parsererror")).map(([name]) => name), [...found]);
  assert.deepEqual(wrong, []);
  const written = found.get("word/document.xml");
  assert.match(written, /<w:shd w:val="clear" w:color="auto" w:fill="F7E3A8"\/>/);
  assert.match(written, /<w:rtl\/>/);
  assert.match(found.get("docProps/core.xml"), /<dc:title>Essays &amp; &lt;notes&gt;<\/dc:title><dc:creator>The examiner</);
});
