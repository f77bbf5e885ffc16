//! The German of ../second-marker.ts.

import type { Words } from "../edition.ts";
import { counted } from "../format.ts";
import type * as english from "../second-marker.ts";

const verdicts = (n: number) => `${counted(n, "pair")} mit Urteil oder Notiz`;

export const SECOND_MARKER: Words<typeof english.SECOND_MARKER> = {
  title: "Diese Dokumente sind schon hier",
  about: (file, documents, judged) => `„${file}“ hat ${counted(documents, "document")}, die auch hier sind, und ${verdicts(judged)}. Stellen Sie diese neben Ihre eigenen Urteile, oder öffnen Sie das Projekt anstelle dessen, was hier ist.`,
  name: "Wessen Urteile es sind",
  nameHint: "Der Name steht bei ihnen in der Tabelle, beim Paar und in Berichten.",
  add: "Neben meine stellen",
  open: "Anstelle meiner öffnen",
  cancel: "Abbrechen",
  added: (judged, by, differing) => `${verdicts(judged)} von ${by} ${judged === 1 ? "ist" : "sind"} jetzt hier; ${differing === 0 ? "kein Urteil unterscheidet sich von anderen" : `${counted(differing, "pair")} mit Urteilen, die sich unterscheiden`}.`,
  undo: "Rückgängig",
};
