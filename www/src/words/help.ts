//! The words of help: of its dialog, and what the comparing page says in it.

/** A term or keys, and what they mean; keys stand two spaces apart. */
export type Meaning = [string, string];

export const HELP = {
  title: "Help",
  keysTitle: "Keys",
  lettersAreKeys: "Single letters and signs are keys",
  done: "Done",

  about: "Twinprint finds text that two documents have in common, word for word or with small changes. It does not find paraphrase or translation, and a match is not a verdict: quotations match too.",
  words: [
    ["Words shared", "words that lie in passages both documents have. A passage is a run of words that are the same, or several with small changes between them."],
    ["First in second", "containment: how much of the first document is also in the second, and the other way round. A short text copied whole into a long one is 100 % in it."],
    ["Standing apart", "a pair that shares far more than most: beyond four standard deviations above the median. It is where to look first, no more."],
    ["Groups", "documents that hang together in the graph: each shares with another of its group, directly or by way of others."],
    ["Score", "what to look at first, from 0 to 100: the longest run, the larger share and the number of passages give points; words that many of the documents have count less. It is no measure of guilt."],
    ["Resemblance", "what both have, out of all that either has. Only identical documents reach 100 %."],
    ["Signatures", "what search engines keep of a document to find near-duplicates among very many. Open them below a pair to see where two differ, and which words did it."],
    ["Template", "a text given to everyone, such as an assignment sheet. What is shared with it does not count."],
  ] as Meaning[],
  keys: [
    ["n  j", "next passage"],
    ["p  k", "previous passage"],
    ["]  [", "next and previous pair"],
    ["d  D", "next and previous change within a passage"],
    ["c  f  l", "your verdict: copied, fine, look again; once more takes it back"],
    ["w", "write a note"],
    ["q", "copy as citation"],
    ["s", "scroll in step, or not"],
    ["Esc", "back to all pairs"],
    ["↑  ↓", "move through the table; with ←  → through the matrix and the graph"],
    ["Enter", "open the pair"],
  ] as Meaning[],
};
