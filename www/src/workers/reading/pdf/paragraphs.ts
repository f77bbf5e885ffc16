//! Joins lines to paragraphs, over the ends of columns and pages.
//!
//! A word that a hyphen parts at the end of a line is joined, and the hyphen left out, if the next line goes on with a
//! small letter; but the hyphen stays if the word is written with it within a line elsewhere and never without it, or
//! if it follows a part that is seldom parted ("self-", "non-", "well-") and the joined word is not found elsewhere. A
//! soft hyphen always goes.

import { median } from "./columns.ts";
import type { Line } from "./columns.ts";

/** A line begins a paragraph if it stands this much further below than lines usually do, */
const APART = 1.35;
/** if its letters are this much larger or smaller, */
const OTHER_SIZE = 1.15;
/** if it is indented by this many letter sizes, */
const INDENT = 0.8;
/** or if the sentence before it ended where its own first word, this many times as long, would still have fitted. */
const ROOM = 1.5;

const HYPHENATED = /(-?)(\p{L}+)[-\u2010]$/u;
const KEPT_PARTS = new Set(["all", "co", "counter", "cross", "ex", "half", "high", "ill", "long", "low", "mid", "multi", "neo", "non", "post", "pre", "pseudo", "quasi", "self", "semi", "short", "so", "well"]);
/** Letters between which a line's end stands for nothing. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
const ENDED = /[.!?:;…。！？؟][\p{Pe}\p{Pf}\p{Pi}"'\u00b2\u00b3\u00b9\u2070-\u2079\d]*$/u;
const ITEM = /^([•◦▪‣∙·–—*]|\(?(\d{1,3}|[a-z])[.)])\s/u;

/** The text of pages, and where each page starts in it. */
export function inParagraphs(pages: Line[][]): { text: string; starts: number[] } {
  const vocabulary = new Vocabulary(pages);
  const starts: number[] = [];
  let text = "";
  let last: { line: Line; page: number } | undefined;
  pages.forEach((lines, page) => {
    const leading = leadings(lines);
    let begun = false;
    for (const line of lines) {
      const own = line.text.replace(/\s+/g, " ").trim();
      if (own === "") continue;
      if (last) {
        const together = last.page === page && last.line.column === line.column;
        const apart = together ? begins(line, last.line, leading.get(line.column)!) : beginsElsewhere(line, last.line);
        text = apart ? `${text}\n\n` : bridged(text, own, vocabulary);
      }
      if (!begun) starts.push(text.length);
      begun = true;
      text += own;
      last = { line, page };
    }
    if (!begun) starts.push(text.length);
  });
  return { text, starts };
}

/** Whether a line begins a paragraph below another of its column. */
function begins(line: Line, before: Line, leading: number): boolean {
  const indented = line.rightToLeft ? line.columnRight - line.right : line.left - line.columnLeft;
  const indentedBefore = before.rightToLeft ? before.columnRight - before.right : before.left - before.columnLeft;
  const room = before.rightToLeft ? before.left - before.columnLeft : before.columnRight - before.right;
  return (
    line.y - before.y > APART * leading ||
    otherSize(line, before) ||
    (indented > INDENT * line.size && indentedBefore < 0.3 * line.size && !ITEM.test(before.text)) ||
    (room > ROOM * firstWord(line) && ENDED.test(before.text.trim())) ||
    ITEM.test(line.text)
  );
}

/** How wide the first word of a line is with the space before it. */
function firstWord({ text, left, right }: Line): number {
  return ((right - left) * (text.trimStart().search(/\s|$/) + 1)) / text.length;
}

/** Whether a line at the top of a column or page begins a paragraph. */
function beginsElsewhere(line: Line, before: Line): boolean {
  return line.turned || before.turned || otherSize(line, before) || ENDED.test(before.text.trim()) || ITEM.test(line.text);
}

function otherSize(line: Line, before: Line): boolean {
  return Math.max(line.size, before.size) > OTHER_SIZE * Math.min(line.size, before.size);
}

/** How far lines usually are apart in each column; a line or two say nothing. */
function leadings(lines: Line[]): Map<number, number> {
  const steps = new Map<number, number[]>();
  lines.forEach((line, at) => {
    const own = steps.get(line.column) ?? [];
    steps.set(line.column, own);
    const before = lines[at - 1];
    if (before?.column === line.column && line.y > before.y) own.push(line.y - before.y);
  });
  const size = median(lines.map((line) => line.size));
  return new Map([...steps].map(([column, own]) => [column, own.length >= 2 ? Math.min(median(own), 2.4 * size) : 1.5 * size]));
}

/** A text made ready for the next line to be put behind it. */
function bridged(text: string, next: string, vocabulary: Vocabulary): string {
  if (text.endsWith("\u00ad")) return text.slice(0, -1);
  const parted = HYPHENATED.exec(text.slice(-60));
  if (parted) {
    const rest = /^\p{Ll}[\p{L}\p{M}'’]*/u.exec(next)?.[0];
    // What has one hyphen already, as "state-of-the-", has this one too.
    return rest && parted[1] === "" && !vocabulary.keepsHyphen(parted[2]!, rest) ? text.slice(0, -1) : text;
  }
  if (UNSPACED.test(text.at(-1)!) && UNSPACED.test(next[0]!)) return text;
  // A dash without spaces around it, or an address that goes on.
  return /[\p{L}\p{N}][—/]$/u.test(text) ? text : `${text} `;
}

/** The words within lines, where nothing parted them. */
class Vocabulary {
  #words = new Set<string>();

  constructor(pages: Line[][]) {
    for (const { text } of pages.flat()) {
      const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*([-\u2010]\p{L}[\p{L}\p{M}'’]*)*/gu) ?? [];
      for (const word of words) this.#words.add(word.replaceAll("\u2010", "-"));
    }
  }

  keepsHyphen(first: string, rest: string): boolean {
    const [head, tail] = [first.toLowerCase(), rest.toLowerCase()];
    if (this.#words.has(head + tail)) return false;
    return this.#words.has(`${head}-${tail}`) || KEPT_PARTS.has(head);
  }
}
