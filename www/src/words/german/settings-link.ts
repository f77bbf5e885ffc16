//! The German of ../settings-link.ts.

import type { Words } from "../edition.ts";
import { counted } from "../format.ts";
import type * as english from "../settings-link.ts";

export const SETTINGS_LINK: Words<typeof english.SETTINGS_LINK> = {
  place: "der Link",
  copy: "Link mit diesen Einstellungen kopieren",
  copied: (templates) => `Der Link ist kopiert. Er enthält diese Einstellungen${templates > 0 ? ` und ${counted(templates, "template")}` : ""} und keines der anderen Dokumente. Wer ihn öffnet, beginnt damit.`,
  shown: (link) => `Ihr Browser erlaubte der Seite nicht, den Link zu kopieren. Hier ist er: ${link}`,
  failed: (what) => `Es gibt keinen Link: ${what}.`,
  tooLong: "die Vorlagen sind zu lang dafür; entfernen Sie sie, und fügen Sie sie aus ihren Dateien hinzu, oder speichern Sie ein Projekt",
  used: (templates) => `Das sind die Einstellungen des Links${templates > 0 ? `, mit ${counted(templates, "template")}` : ""}.`,
  refused: (what) => `Die Einstellungen des Links wurden nicht verwendet: ${what}. Bitten Sie um einen neuen Link.`,
};
