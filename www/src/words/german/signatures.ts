//! The German of ../signatures.ts.

import type { Words } from "../edition.ts";
import { count, wholePercent } from "../format.ts";
import type * as english from "../signatures.ts";

/** The rules by which methods judge, which the core says in English. */
const RULES: [RegExp, string][] = [
  [/^equal$/, "Gleichheit"],
  [/^resemblance at least (.+)$/, "eine Ähnlichkeit von mindestens $1"],
  [/^containment at least (.+)$/, "einen Anteil von mindestens $1"],
  [/^at least (\d+) shingles in common$/, "mindestens $1 gemeinsame Shingles"],
  [/^at least (\d+) megashingles in common$/, "mindestens $1 gemeinsame Megashingles"],
  [/^at least (\d+) equal$/, "mindestens $1 gleiche Teile"],
  [/^at most (\d+) bits apart in any lexicon$/, "höchstens $1 verschiedene Bits in irgendeinem Lexikon"],
  [/^at most (\d+) bits apart over all lexicons$/, "höchstens $1 verschiedene Bits in allen Lexika zusammen"],
  [/^at most (\d+) bits apart in most lexicons$/, "höchstens $1 verschiedene Bits in den meisten Lexika"],
  [/^at least (\d+) supershingles and (\d+) bits equal$/, "mindestens $1 gleiche Supershingles und $2 gleiche Bits"],
  [/^at least (\d+) supershingles and (\d+) bits equal, or on another site (\d+) bits$/, "mindestens $1 gleiche Supershingles und $2 gleiche Bits, oder auf einer anderen Website $3 Bits"],
];

function inGerman(rule: string): string {
  const [pattern, german] = RULES.find(([pattern]) => pattern.test(rule)) ?? [/^.*$/, "„$&“"];
  return rule.replace(pattern, german).replace(/(\d)\.(\d)/g, "$1,$2");
}

export const SIGNATURES: Words<typeof english.SIGNATURES> = {
  title: "Signaturen",
  about: "Eine Signatur ist ein kurzer Code aus den Wörtern eines Dokuments: Dokumente, die die meisten Wörter gemeinsam haben, haben ähnliche Signaturen. Sie entsteht hier; nichts verlässt diese Seite.",
  wholes: (near) => (near ? "Als Ganze Beinahe-Duplikate" : "Als Ganze keine Beinahe-Duplikate"),
  wholesFound: (distance, bits, allowed) => ` nach Fingerabdrücken von 40 Byte: ${count(distance)} von ${count(bits)} Bits sind verschieden, und bei Beinahe-Duplikaten sind es höchstens ${count(allowed)}.`,
  estimated: (estimate, low, high, exact) => `Danach wird die Ähnlichkeit auf ${wholePercent(estimate)} geschätzt (${count(low)} bis ${count(high)}); gezählt beträgt sie ${exact}. Sie gilt für ihre Paare aufeinanderfolgender Wörter.`,
  noWholes: "Mindestens ein Dokument ist zu kurz, um als Ganzes an Fingerabdrücken erkannt zu werden: Dafür sind acht Wörter nötig.",
  method: "Verfahren",
  recipe: "Einstellungen",
  making: "Die Signaturen entstehen…",
  methods: {
    "fusion:bits=64": "fusion, 64 Bits: Simhashes aus fünf Lexika",
    fusion: "fusion, 32 Bits, wie veröffentlicht",
    manku07: "manku07: ein Simhash gewichteter Wörter",
    kolcz04: "kolcz04: I-Match aus elf Lexika",
    "henzinger06-c": "henzinger06-c: Zufallsprojektion",
    "henzinger06-b": "henzinger06-b: Supershingles",
    "henzinger06-combined": "henzinger06-combined: beide",
    fetterly03: "fetterly03: Supershingles",
    broder97: "broder97: jedes 25. Shingle",
    ye08: "ye08: jedes 16. oder 8. Shingle",
    "minhash:values=128": "minhash: 128 Min-Werte",
    buckets: "buckets: acht Prüfsummen",
  },
  alike: "Beinahe-Duplikate",
  notAlike: "Keine Beinahe-Duplikate",
  verdict: (rule, found) => ` nach diesem Verfahren; es verlangt ${inGerman(rule)}; hier: ${found}.`,
  nothingToGoBy: "nichts zu vergleichen",
  score: (score) => score,
  lexicons: ({ any, majority, sum }) =>
    `Verschiedene Bits im nächsten Lexikon (any): ${count(any)}; höchstens, in den meisten Lexika (majority): ${count(majority)}; in allen zusammen (sum): ${count(sum)}.`,
  templateCounts: " Text der Vorlage zählt hier mit.",
  both: "Beide",
  a: "A",
  b: "B",
  none: "keine",
  parts: {
    whole: "Das ganze Dokument",
    shingles: "Shingles",
    minValues: "Min-Werte",
    supershingle: (n) => `Supershingle ${n}`,
    projection: "Projektion",
    bucket: (n) => `Fach ${n}`,
    allWords: "Alle Wörter",
    lexicon: (n) => `Lexikon ${n}`,
  },
  nothing: "Nichts zu vergleichen",
  differ: (n, of) => `${n} von ${of} verschieden`,
  inBoth: (n, of) => `${n} von ${of} in beiden`,
  noShingle: "Kein Shingle in der Stichprobe",
  equalOf: (n, of) => `${n} gleich, von insgesamt ${of}`,
  equal: "Gleich",
  different: "Verschieden",
  caption: "Wörter, die den Unterschied machen, die stärksten zuerst",
  words: "Wörter, wie sie in den Hash eingehen",
  weight: "Gewicht",
  further: (n) => `und ${n} weitere`,
};
