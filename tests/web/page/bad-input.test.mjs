// Bad input: each is said for what it is, and never costs the other documents anything.

import assert from "node:assert/strict";
import { mkdir, readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { choose, COPY, documents, essay, open, pageTests, paste, rows, settled, sideText, SOURCE } from "./harness.mjs";

/** The worker goes down as by a panic when it is given this text. */
const FATAL = "BOOM é";
const CRASH = `{
  const encode = TextEncoder.prototype.encode;
  TextEncoder.prototype.encode = function (text) {
    if (text.includes(${JSON.stringify(FATAL)})) throw new WebAssembly.RuntimeError("unreachable");
    return encode.call(this, text);
  };
}`;

let gate = Promise.resolve();
let crash = false;
const visit = pageTests({
  async rewrite(file, body) {
    // The service worker would keep what is to be asked for anew.
    if (file === "offline.js") return "";
    if (file.endsWith(".wasm")) await gate;
    return crash && /worker-/.test(file) ? CRASH + body : body;
  },
});

const problems = async () => Object.fromEntries((await documents(visit.page)).map(({ name, problem }) => [name, problem]));

test("texts without words are listed with what to do, and get no score", async () => {
  const { page } = visit;
  await choose(page, { "empty.txt": "", "spaces.txt": " \n\t ", "one.txt": "word", "a.txt": SOURCE, "b.txt": COPY });
  await settled(page);
  const said = await problems();
  assert.match(said["empty.txt"], /no words in it: give a text with at least one word/);
  assert.match(said["spaces.txt"], /no words in it/);
  assert.equal(said["one.txt"], "");
  assert.equal((await rows(page)).length, 3);
});

test("a program renamed .txt is not text", async () => {
  const { page } = visit;
  await choose(page, { "program.txt": Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0]), "a.txt": SOURCE, "b.txt": COPY });
  await settled(page);
  assert.match((await problems())["program.txt"], /Not text: it seems to be/);
  assert.equal((await rows(page)).length, 1);
});

test("the same text is found in every encoding", async () => {
  const { page } = visit;
  const text = "Später trägt man die Öllampe über die größte Brücke, während müde Wächter schöne Lieder für die Gäste üben.";
  const utf16 = Buffer.from(text, "utf16le");
  await choose(page, {
    "utf-8.txt": text,
    "bom.txt": `\ufeff${text}`,
    "utf-16.txt": Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]),
    "utf-16 big.txt": Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
    "utf-16 bare.txt": utf16,
    "windows-1252.txt": Buffer.from(text, "latin1"),
  });
  await settled(page);
  const all = await rows(page);
  assert.equal(all.length, 15);
  assert.deepEqual(all.filter((row) => row[7] !== "100 %"), []);
});

test("invalid UTF-8 and lone surrogates are compared for what is left of them", async () => {
  const { page } = visit;
  await choose(page, { "broken.txt": Buffer.concat([Buffer.from(`${SOURCE} `), Buffer.from([0xc3, 0x28, 0xff])]) });
  await paste(page, `\ud800 ${SOURCE} \udfff`);
  await settled(page);
  const [[, , words]] = await rows(page);
  assert.ok(Number(words) >= 22, words);
  await open(page);
});

test("markup in a text, in a name and in HTML is shown and never run", async () => {
  const { page } = visit;
  const attack = "<img src=x onerror=\"window.ran=1\"><script>window.ran=1</script>";
  await choose(page, [
    [`${attack.replaceAll("/", "")}.txt`, `${attack} ${SOURCE}`],
    ["page.html", `<p>&lt;img src=x onerror="window.ran=1"&gt; ${SOURCE}</p><script>window.ran=1</script><img src=x onerror="window.ran=1">`],
  ]);
  await settled(page);
  await open(page);
  assert.equal(await page.evaluate(() => window.ran), undefined);
  assert.equal(await page.locator(".panes img, .panes script, h1 img").count(), 0);
  assert.match(await sideText(page, 0), /<img src=x onerror="window\.ran=1"><script>/);
  assert.match(await sideText(page, 1), /<img src=x onerror="window\.ran=1">/);
  assert.match(await page.textContent("#pair-page h1"), /<img src=x onerror="window\.ran=1">/);
});

test("a right-to-left override turns neither the text beside it nor the names beside it", async () => {
  const { page } = visit;
  await choose(page, { "\u202etxt.yasse.txt": `\u202e${SOURCE}`, "plain.txt": SOURCE });
  await settled(page);
  assert.equal(await page.locator(".document-name bdi").count(), 2);
  assert.equal(await page.$eval(".document-name bdi", (name) => getComputedStyle(name).unicodeBidi), "isolate");
  const [left, right] = await page.$$eval(".document >> nth=0", ([row]) => {
    const name = row.querySelector("bdi").getBoundingClientRect();
    const size = row.querySelector(".document-size").getBoundingClientRect();
    return [name.right, size.left];
  });
  assert.ok(left <= right, "the size stays after the name");
  await open(page);
  assert.equal(await page.$eval(".block", (block) => getComputedStyle(block).unicodeBidi), "plaintext");
});

test("a paste of 100 MB is refused in plain words, and the page lives", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData("text/plain", "copied words ".repeat(8_000_000));
    document.querySelector("#draft").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await paste(page, COPY);
  await settled(page);
  const said = await problems();
  assert.match(said["Text 2"], /It has 104\.0.MB; the limit here is 32 MB: split it/);
  assert.equal((await rows(page)).length, 1);
});

test("a million combining marks, and U+FDFA a million times, are read in time", async () => {
  const { page } = visit;
  await page.evaluate(() => {
    for (const text of [`a${"\u0301".repeat(1_000_000)} word`, `${"\ufdfa ".repeat(1_000_000)}`]) {
      const data = new DataTransfer();
      data.setData("text/plain", text);
      document.querySelector("#draft").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }
  });
  await settled(page);
  assert.equal((await rows(page)).length, 1);
  await open(page);
});

test("of 500 files one cannot be read: it is named, and the others are compared", async () => {
  const { page, folder } = visit;
  let release;
  gate = new Promise((resolve) => (release = resolve));
  await page.reload();
  const files = join(folder, "class");
  await mkdir(files);
  for (let i = 0; i < 500; i++) await writeFile(join(files, `essay ${i}.txt`), i % 50 === 0 ? `${SOURCE} ${essay(i, 20)}` : essay(i, 30));
  await page.setInputFiles("#folder", files);
  await page.waitForSelector(".document >> nth=499", { state: "attached" });
  // A file that changes after it was chosen may no longer be read. The browser knows by its time, so that is another for certain.
  const changed = join(files, "essay 7.txt");
  const chosen = await stat(changed);
  await writeFile(changed, "changed after it was chosen");
  await utimes(changed, chosen.atime, new Date(chosen.mtimeMs + 10_000));
  release();
  gate = Promise.resolve();
  await page.waitForFunction(() => /124,251.pairs/.test(document.querySelector("#summary").textContent), null, { timeout: 60_000 });
  await settled(page);
  const failed = (await documents(page)).filter(({ problem }) => problem);
  assert.deepEqual(failed.map(({ name }) => name), ["essay 7.txt"]);
  assert.match(failed[0].problem, /could not be read: check that it still exists/);
  assert.equal((await readdir(files)).length, 500);
  assert.ok((await page.locator(".rows .row").count()) < 60, "only the rows in sight exist");
});

test("when the core goes down the worker starts again, the documents stay, and the one to blame is named", async (t) => {
  const { page } = visit;
  crash = true;
  t.after(() => (crash = false));
  await page.reload();
  await paste(page, SOURCE);
  await paste(page, FATAL);
  await page.waitForSelector(".document.failed");
  await paste(page, COPY);
  await settled(page);
  const said = await problems();
  assert.deepEqual(Object.keys(said), ["Text 1", "Text 2", "Text 3"]);
  assert.match(said["Text 2"], /Comparing stopped while reading it.*split it/);
  assert.deepEqual((await rows(page)).map((row) => row.slice(0, 2)), [["Text 1", "Text 3"]]);
  assert.match(await page.textContent("#notes"), /started again; your documents are still here/);
});
