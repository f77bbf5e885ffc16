// The page in the first minutes of `cargo xtask up`: there without what reads PDFs, which is still being built.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { documents, OTHER, pageTests, rows, SOURCE } from "./harness.mjs";
import { docx, pdf } from "./made/documents.mjs";
import { zip } from "./made/zip.mjs";
import { bring } from "./reading.mjs";

const path = (name) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "twinprint-still-building-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const pkg = path("../../../pkg/dist");
cpSync(pkg, join(folder, "pkg"), { recursive: true, filter: (file) => !relative(pkg, file).startsWith("pdf") });
const environment = { ...process.env, TWINPRINT_PKG: join(folder, "pkg"), TWINPRINT_DIST: join(folder, "dist"), TWINPRINT_STILL_BUILDING: "pdf" };
execFileSync(process.execPath, [path("../../../www/build.mjs")], { env: environment, stdio: "inherit" });

const visit = pageTests({ dist: join(folder, "dist") });

test("a PDF is said to be waited for, also in an archive, and what else is brought is compared", async () => {
  const { page } = visit;
  const essay = await pdf([SOURCE]);
  await bring(page, { "a.docx": docx([SOURCE, OTHER]), "b.txt": `${OTHER} ${SOURCE}`, "c.pdf": essay, "d.zip": zip([["e.pdf", essay]]) });
  const said = Object.fromEntries((await documents(page)).map(({ name, problem }) => [name, problem]));
  const waits = /The reader for PDF is still being built: load the page again once the terminal says that the page is whole, and add it again/;
  for (const name of ["c.pdf", "e.pdf"]) assert.match(said[name], waits);
  for (const name of ["a.docx", "b.txt"]) assert.equal(said[name], "");
  assert.equal((await rows(page)).length, 1);
});

test("nothing of it asks for what is not there", () => {
  const script = readFileSync(join(folder, "dist/offline.js"), "utf8");
  assert.doesNotMatch(script, /pdf/i);
  assert.match(script, /english.*\.twm/);
});
