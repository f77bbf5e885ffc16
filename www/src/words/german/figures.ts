//! The German of ../figures.ts.

import type { Words } from "../edition.ts";
import type * as english from "../figures.ts";
import { counted } from "../format.ts";

/** Long words say where they may be broken: they head narrow columns. */
export const FIGURES: Words<typeof english.FIGURES> = {
  wordsShared: "Gemein\u00adsame Wörter",
  wordsSharedAbout: "Wörter in Stellen, die beide Dokumente unverändert haben",
  wordsEdited: "Bearbeitete Wörter",
  wordsEditedAbout: "Wörter, die in bearbeiteten Stellen und an den bearbeiteten Enden kopierter Stellen gleich sind; sie zählen nicht als gemeinsame Wörter",
  edited: (words) => `${counted(words, "word")}, bearbeitet`,
  longestRun: "Längste gleiche Folge",
  longestRunAbout: "Die meisten Wörter hintereinander, die in beiden gleich sind",
  aInB: "Anteil von A in B",
  aInBAbout: "Wie viel von Dokument A auch in Dokument B steht",
  bInA: "Anteil von B in A",
  bInAAbout: "Wie viel von Dokument B auch in Dokument A steht",
  resemblance: "Ähnlichkeit",
  resemblanceAbout: "Jaccard-Ähnlichkeit: gemeinsame Shingles, bezogen auf alle Shingles beider Dokumente",
  distance: "Simhash-Abstand",
  distanceAbout: "Bits, in denen sich die Fingerabdrücke unterscheiden",
  shingles: (shared, all) => `${shared} von ${all} Shingles`,
  bits: (n) => `${n} von 64`,
};
