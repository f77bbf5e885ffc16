//! The words of help: of its dialog, and what the comparing page says in it.

/** A term or keys, and what they mean; keys stand two spaces apart. */
export type Meaning = [string, string];

export const HELP = {
  title: "Help",
  keysTitle: "Keys",
  lettersAreKeys: "Use single letters and signs as keys",
  done: "Done",

  about: "Twinprint finds text that two documents have in common, word for word or with small changes, and if asked to, sentences that say much the same in other words. It does not find translation, and a match is not a verdict: quotations match too.",
  words: [
    ["Words shared", "words in passages that both documents have as they are. A passage is a run of words that are the same, or several runs with small changes between them."],
    ["Copied, Edited, Reworded", "how far to look in a pair. Copied finds words in a row that are the same, with a few changes between them. Edited, which is what the table has, finds passages, too, in which no long run of words is left but rare words stand near one another in both: those are marked “edited”, and their words are counted apart from words shared. Reworded finds sentences, too, whose letters and words are alike; they stand apart, with ≈ before their number, and no other number counts them. They may be alike by chance: read them. Above the table it is looked for in all pairs."],
    ["A, B", "the two documents of a pair; A is the one that was added first."],
    ["Share of A found in B", "containment: how much of A is also in B. A short text copied whole into a long one is found there to 100 %."],
    ["Stands out", "a pair that shares far more than most: four standard deviations above the median or more. Look there first; it proves nothing."],
    ["Persons", "one row each: the other person of the pair with the highest score, how many of the person’s words stand in documents of others as they are, each counted once, and with how many others a passage is shared; by the pairs that pass the filter. Three or more who are joined by pairs whose score stands out are a group."],
    ["Cluster", "documents that are joined in the graph, directly or through others, by pairs that share text."],
    ["Score", "what to look at first, from 0 to 100: the longest run, the larger share and the number of passages give points; words that many documents have count less. It does not measure guilt."],
    ["Resemblance", "the Jaccard resemblance: the shingles that both documents have, out of all shingles of both. A shingle is a few words in a row."],
    ["Signatures", "what search engines keep of a document to find near-duplicates among very many. Open them below a pair to see where two differ, and which words made the difference."],
    ["Settings fingerprint", "identifies all settings of a comparison. Results with the same settings fingerprint can be compared."],
    ["Taken out", "a passage whose words a person set to not count, by hand and for a reason, in one pair or in all. All numbers go by what is left; the reason stands in reports, and it can be put back."],
    ["Template", "a text given to everyone, such as an assignment sheet. What a document shares with it does not count."],
  ] as Meaning[],
  keys: [
    ["n  j", "next passage"],
    ["p  k", "previous passage"],
    ["]  [", "next and previous pair"],
    ["d  D", "next and previous change within a passage"],
    ["c  f  l", "your verdict: copied, no problem, review later; press again to take it back"],
    ["w", "write a note"],
    ["i", "the list of passages: ↑  ↓ move in it, Enter goes to the passage"],
    ["x", "take the passage out: its words no longer count"],
    ["r", "look for reworded passages, or not"],
    ["q", "copy as quotation"],
    ["s", "scroll together, or not"],
    ["Esc", "back to all pairs"],
    ["↑  ↓", "move through the table; with ←  → through the matrix and the graph"],
    ["Enter", "open the pair"],
  ] as Meaning[],
};
