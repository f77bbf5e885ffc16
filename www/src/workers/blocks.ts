//! Cuts a text into blocks of about a screenful of lines, so that a view lays out only those in sight. A block ends at
//! a line's end where it can; a line without end is cut at a space, or failing that between two characters.

import type { View } from "../protocol/comparing.ts";

/** A block is closed at the first line end after this many UTF-16 units. */
const FULL = 700;
/** A single line is cut when it is longer than this. */
const LONGEST = 1600;

/** `text` and where its blocks start. Together the blocks are the text: nothing is left out. */
export function inBlocks(text: string): View {
  const starts: number[] = [];
  const breaks: number[] = [];
  let start = 0;
  let at = 0;
  let lines = 0;
  const close = (end: number) => {
    starts.push(start);
    breaks.push(lines);
    start = at = end;
    lines = 0;
  };
  while (at < text.length) {
    const newline = text.indexOf("\n", at);
    const end = newline < 0 ? text.length : newline + 1;
    if (end - start > LONGEST) {
      close(at > start ? at : cut(text, start));
      continue;
    }
    at = end;
    lines += 1;
    if (at - start >= FULL) close(at);
  }
  if (start < text.length) close(text.length);
  return { text, starts: Uint32Array.from(starts), breaks: Uint16Array.from(breaks) };
}

/** Where to cut a line that is too long: after the last space within reach, never inside a surrogate pair. */
function cut(text: string, start: number): number {
  const space = text.lastIndexOf(" ", start + LONGEST);
  if (space > start + FULL) return space + 1;
  const end = start + LONGEST;
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? end - 1 : end;
}
