//! Pairs as comma-separated values (RFC 4180), for spreadsheets: they take a file for UTF-8 only when it begins with a mark
//! of byte order, and a cell for a formula when it begins like one.

import type { PairSummary } from "../protocol/comparing.ts";
import { TAKEN_OUT } from "../words/taken-out.ts";
import type { Listing } from "./listing.ts";

const BYTE_ORDER_MARK = "\ufeff";

/** Numbers in the order of their columns. Ratios go from 0 to 1. */
const NUMBERS: (keyof PairSummary)[] = [
  "resemblance", "containment_a", "containment_b", "shared_words_a", "shared_words_b", "longest_run", "passages",
  "words_a", "words_b", "template_words_a", "template_words_b", "shared_shingles", "shingles_a", "shingles_b", "simhash_distance",
];

export function csv({ documents, pairs }: Listing): string {
  const known = new Map(documents.map((document) => [document.id, document]));
  const header = ["a", "b", "author_a", "author_b", ...NUMBERS, "rarity", "reworded_passages", "reworded_words", "verdict", "note", "taken_out", "verdicts_of_others", "handed_in_a", "handed_in_b", "cohort_a", "cohort_b"];
  const lines = pairs.map(({ a, b, summary, rarity, reworded, rewordedWords, judgement, taken }) => {
    const [first, second] = [known.get(a), known.get(b)];
    const names = [first?.name, second?.name, first?.author, second?.author].map((name) => cell(name ?? ""));
    // Empty where they were not looked for.
    const inOtherWords = [reworded?.length, rewordedWords].map((n) => String(n ?? ""));
    return [...names, ...NUMBERS.map((name) => ratio(summary[name])), rarity === null ? "" : ratio(rarity), ...inOtherWords, cell(judgement?.verdict ?? ""), cell(judgement?.note ?? ""), cell(taken.map(({ all, texts, reason, words }) => TAKEN_OUT.line(texts[0], reason, words, all)).join("\n")), cell((judgement?.others ?? []).map(({ by, verdict, note }) => [`${by}: ${verdict || "-"}`, note].filter(Boolean).join("; ")).join("\n")), ...[first?.handed_in, second?.handed_in, first?.cohort, second?.cohort].map((text) => cell(text ?? ""))];
  });
  return BYTE_ORDER_MARK + [header, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

/** Six digits after the point; 0 and 1 are said of nothing else. */
function ratio(n: number): string {
  if (Number.isInteger(n)) return String(n);
  return String(Math.min(Math.max(Math.round(n * 1e6) / 1e6, 0.000001), 1 - 1e-6));
}

/** What begins like a formula, after spaces too, begins with an apostrophe instead. */
const FORMULA = /^[\s\p{C}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u;

function cell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(harmless) || /^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
