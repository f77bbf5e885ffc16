//! The German of ../score.ts.

import type { Words } from "../edition.ts";
import { counted, percent } from "../format.ts";
import type * as english from "../score.ts";
import { FIGURES } from "./figures.ts";

export const SCORE: Words<typeof english.SCORE> = {
  heading: "Punkte",
  title: "Was zuerst anzusehen ist, von 0 bis 100: nach den gemeinsamen Wörtern, dem Anteil, der Zahl der Stellen und der Seltenheit der Wörter",
  rarityHeading: "Selten",
  rarityTitle: "Der Anteil der gemeinsamen Shingles, die höchstens ein weiteres Dokument hat",
  passagesHeading: "Stellen",
  passagesTitle: "Wie viele einzelne Stellen beide Dokumente haben",
  nothing: "Keine Stelle ist gemeinsam.",
  of: (value) => `${Math.round(value)} von 100 Punkten`,
  sentence: (value, pair) => SCORE.explained(value, pair),
  explained: (value, pair) => `${SCORE.of(value)}: ${SCORE.reason(pair)}`,
  reason({ longestRun, wordsA, wordsB, containmentA, containmentB, passages, edited, rarity }) {
    if (passages === 0) return SCORE.nothing;
    if (containmentA === 1 && containmentB === 1) return "Alle Wörter, die zählen, stehen in beiden.";
    const parts = [
      longestRun === 0 ? FIGURES.edited(edited) : `${counted(longestRun, "word")} hintereinander ${longestRun === 1 ? "ist" : "sind"} gleich`,
      ...(Math.min(wordsA, wordsB) > longestRun ? [`insgesamt ${counted(Math.min(wordsA, wordsB), "word")}`] : []),
      `${percent(Math.max(containmentA, containmentB))} eines Dokuments stehen im anderen`,
      counted(passages, "separate passage"),
    ];
    if (!Number.isNaN(rarity)) parts.push(`${percent(rarity)} des Gemeinsamen stehen in höchstens einem weiteren Dokument`);
    return `${parts.join("; ")}.`;
  },
};
