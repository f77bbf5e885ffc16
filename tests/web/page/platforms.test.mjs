// Whom the names of files and folders name, as learning platforms and journals give them; and whom they do not.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { source } from "./source.mjs";

const { toldBy } = await source("documents/authors.ts");

/** The author of each path, and the platform's number. */
function told(...paths) {
  const origins = paths.map((path) => ({ path, name: path.split("/").at(-1) }));
  return toldBy({ by: "platform" }, origins).map(({ name, number }) => (number && !name.includes(number) ? `${name}, ${number}` : name));
}

test("Moodle names a person in a folder or in a file, with whatever is around", () => {
  assert.deepEqual(told(
    "essay.zip/Jane Doe_12345_assignsubmission_file_/essay.docx",
    "class/2026/essay/Ana María López_12346_assignsubmission_onlinetext/onlinetext.html",
    "John Roe_12347_assignsubmission_file_essay.docx",
    "essay.zip/Participant_6028356_assignsubmission_file/essay.docx",
    "essay.zip/Participant_6028357_assignsubmission_file/essay.docx",
  ), ["Jane Doe, 12345", "Ana María López, 12346", "John Roe, 12347", "Participant (6028356)", "Participant (6028357)"]);
});

test("Canvas names a person or a group in a file, late or not, or nobody where it is not to", () => {
  assert.deepEqual(told(
    "submissions.zip/doejane_12345_6789_essay.docx",
    "submissions.zip/doejane_LATE_12345_6790_essay-2.docx",
    "submissions.zip/roejohn_12346_6791_Essay_1_2.docx",
    "submissions.zip/王伟_12347_text.html",
    "submissions.zip/group1_12348_6792_report.pdf",
    "submissions.zip/project_team_b_LATE_12349_6793_report.pdf",
    "other.zip/anon_aB3dE_6794_essay.docx",
    "other.zip/LATE_anon_xY9zQ_6795_essay.docx",
  ), ["doejane, 12345", "doejane, 12345", "roejohn, 12346", "王伟, 12347", "group1, 12348", "project_team_b, 12349", "anon_aB3dE", "anon_xY9zQ"]);
});

test("a number of Canvas is one person's in every download, one of Moodle in its own alone", () => {
  assert.deepEqual(told(
    "a.zip/zhangwei_101_1_essay.docx", "a.zip/lina_102_2_essay.docx", "b.zip/zhangwei_103_3_essay.docx", "b.zip/lina_102_4_essay.docx",
  ), ["zhangwei (101)", "lina, 102", "zhangwei (103)", "lina, 102"]);
  assert.deepEqual(told("a.zip/Li Na_1_assignsubmission_file_/e.txt", "b.zip/Li Na_2_assignsubmission_file_/e.txt"), ["Li Na, 1", "Li Na, 2"]);
});

test("Blackboard names a person by what one signs in with", () => {
  assert.deepEqual(told(
    "gradebook_1_Essay_2026.zip/Assignment_jdoe_attempt_2026-01-05-10-11-12_essay.docx",
    "Essay 1_first draft_u0123456_attempt_2026-01-05-10-11-12_my_essay_attempt.docx",
    "Assignment_jdoe_attempt_2026-01-05-10-11-12.txt",
  ), ["jdoe", "u0123456", "jdoe"]);
});

test("Brightspace names a person in a folder, or in a file that was downloaded by itself", () => {
  assert.deepEqual(told(
    "Essay Download.zip/12345-67890 - Jane Doe - Jan 5, 2026 1011 AM/essay.docx",
    "12346-67890 - Mary-Ann Smith - Sep 24, 2024 926 PM - notes.txt",
    "12347-67890 - N0123456 - John Roe- 5 January, 2026 1011 - essay.docx",
  ), ["Jane Doe, 12345", "Mary-Ann Smith, 12346", "John Roe, 12347"]);
});

test("GitHub Classroom names a login in the folder that its program makes", () => {
  assert.deepEqual(told(
    "essay-1-submissions/essay-1-janedoe/README.md",
    "courses/essay-1-submissions.zip/essay-1-john-roe/text/essay.md",
    "week/week-1/README.md", "week/week-2/README.md", "essay-submissions/notes/README.md",
  ), ["janedoe", "john-roe", "", "", ""]);
});

test("Google names persons before the title that two or more of them share", () => {
  assert.deepEqual(told(
    "Essay/Jane Doe - Essay.docx", "Essay/John van der Roe - Essay.docx", "Essay/Jane Doe - Sources.docx", "Essay/王伟 - Essay.pdf",
    "Essay/Notes - Essay.docx", "Essay/Chapter 1 - Essay.docx", "Essay/Max Planck - A Life.docx",
  ), ["Jane Doe", "John van der Roe", "Jane Doe", "王伟", "", "", ""]);
  assert.deepEqual(told("Jane Doe - Essay.docx", "Jane Doe - Sources.docx"), ["", ""], "one alone may be a title");
});

test("a journal's files have the number of their submission", () => {
  assert.deepEqual(told(
    "123-Article Text-456-1-2-20260105.docx", "123-Supplement - Data-457-1-2-20260105.docx", "124-Artículo-458-1-10-20260106.pdf", "125-460-1-SM.docx",
  ), ["Submission 123", "Submission 123", "Submission 124", "Submission 125"]);
});

test("names longer than any platform gives are not looked into", () => {
  const names = [`${"Jane ".repeat(60)}_1_assignsubmission_file_essay.txt`, `1-2 - ${"a - ".repeat(15_000)}2026`, "- ".repeat(30_000), "a_1".repeat(20_000)];
  assert.deepEqual(told(...names), names.map(() => ""));
});

test("no author is guessed where a name does not say it", () => {
  const names = [
    "essay.docx", "essay_final_v2.docx", "essay_2024_01_final.docx", "report_2024_02_final.docx", "Doe Jane essay.docx", "1-2 - draft.docx",
    "2024-01-05 - Notes.docx", "attempt_2026.docx", "chapter_1_2_text.docx", "IMG_20260105_101112_scan.pdf", "12-13-14.txt", "a - b.txt", "c - b.txt",
  ];
  assert.deepEqual(told(...names), names.map(() => ""));
});

test("authors are those that the program tells", async () => {
  const cases = JSON.parse(await readFile(new URL("../../authors.json", import.meta.url), "utf8"));
  for (const { says, rule, paths, authors } of cases) {
    const by = ["none", "platform", "folder"].includes(rule) ? { by: rule } : { by: "pattern", pattern: rule };
    const origins = paths.map((path) => ({ path, name: path.split("/").at(-1) }));
    assert.deepEqual(toldBy(by, origins).map(({ name }) => name), authors, says);
  }
});
