//! The German of ../taken-out.ts.

import type { Words } from "../edition.ts";
import { count, counted, percent } from "../format.ts";
import type * as english from "../taken-out.ts";

/** Longer texts than this are cut where a passage is named by its words. */
const LONGEST = 100;

const REASONS: Words<typeof english.TAKEN_OUT.reasons> = { phrase: "feste Wendung", quotation: "Zitat ohne Anführungszeichen", method: "übliches Vorgehen", other: "anderer Grund" };

export const TAKEN_OUT: Words<typeof english.TAKEN_OUT> = {
  take: "Herausnehmen…",
  takeAbout: (key) => `Die Stelle herausnehmen: Ihre Wörter zählen nicht mehr (${key})`,
  title: "Diese Stelle herausnehmen",
  about: "Ihre Wörter zählen nicht mehr. Die Begründung steht in Berichten, und Sie können die Stelle wieder aufnehmen.",
  why: "Warum",
  reasons: REASONS,
  choices: {
    phrase: ["Eine feste Wendung", "Viele würden dafür dieselben Worte wählen."],
    quotation: ["Ein Zitat ohne Anführungszeichen", "Es ist als fremd bezeichnet oder offenkundig fremd."],
    method: ["Ein übliches Vorgehen", "Was gleich gemacht wird, wird gleich beschrieben."],
    other: ["Ein anderer Grund", ""],
  },
  words: "Die Begründung in Ihren Worten",
  wordsNeeded: "Schreiben Sie die Begründung, oder wählen Sie oben eine.",
  where: "Wo",
  inPair: "In diesem Paar",
  inAll: "In allen Paaren, die diese Wörter gemeinsam haben",
  confirm: "Herausnehmen",
  cancel: "Abbrechen",
  putBack: "Wieder aufnehmen",
  putBackOne: (words) => `${words} wieder aufnehmen`,
  quoted(text) {
    const letters = [...text.replace(/\s+/g, " ").trim()];
    return `„${letters.length > LONGEST ? `${letters.slice(0, LONGEST).join("").trimEnd()}…` : letters.join("")}“`;
  },
  reason: (reason, words) => (reason === "other" ? words : `${REASONS[reason]}${words && `: ${words}`}`),
  scope: (all) => (all ? "in allen Paaren" : "in diesem Paar"),
  line: (text, reason, words, all) => `${TAKEN_OUT.quoted(text)} ${TAKEN_OUT.reason(reason, words)}, ${TAKEN_OUT.scope(all)}`,
  scopeOf: (all, a, b) => (all ? `in allen Paaren; herausgenommen aus ${a} und ${b}` : `in ${a} und ${b}`),
  taken: (all) => `Die Stelle ist ${all ? "aus allen Paaren, die ihre Wörter gemeinsam haben," : "aus diesem Paar"} herausgenommen.`,
  isBack: "Die Stelle zählt wieder.",
  now: (passages, words, run, a, b) =>
    `Jetzt ${counted(passages, "shared passage")}, ${counted(words, "word")} gemeinsam, ${count(run)} hintereinander; ${percent(a)} von A stehen in B, ${percent(b)} von B in A.`,
  nothingElse: "Diese beiden Dokumente haben keine Stelle gemeinsam außer dem, was von Hand herausgenommen wurde.",
  list: (n) => `${counted(n, "passage")} von Hand herausgenommen`,
  badge: (n) => `${counted(n, "passage")} herausgenommen`,
  part: (reason, words) => `von Hand herausgenommen, zählt nicht: ${TAKEN_OUT.reason(reason, words)}`,
};
