//! The German of ../core.ts.

import type { CoreWords } from "../core.ts";

export const CORE: CoreWords = {
  "no-words": { what: "darin stehen keine Wörter", remedy: "geben Sie einen Text mit mindestens einem Wort" },
  "too-short": { what: "es sind zu wenige Wörter, um ihn von anderen zu unterscheiden", remedy: "vergleichen Sie ihn Wort für Wort oder zusammen mit dem, was dazugehört, als einen Text" },
  "only-template": { what: "jedes Wort steht in der Vorlage oder ist ausgelassen", remedy: "lassen Sie die Vorlage oder das Ausgelassene zählen, oder entfernen Sie es" },
  "not-text": { what: "das ist kein Text", remedy: "speichern Sie es als einfachen Text oder HTML, und geben Sie das" },
  "too-large": { what: "der Text ist länger, als hier möglich ist", remedy: "teilen Sie ihn, oder verwenden Sie die Befehlszeile, die längere Dokumente liest" },
  "other-recipe": { what: "es wurde mit anderen Einstellungen gelesen und kann damit nicht verglichen werden", remedy: "lesen Sie beide mit denselben Einstellungen neu" },
  "other-model": { what: "die Einstellungen verlangen ein anderes Modell als dieses", remedy: "laden Sie die Seite neu" },
  "invalid-option": { what: "dieser Wert ist hier nicht möglich", remedy: "wählen Sie einen anderen" },
  "bad-model": { what: "das ist kein vollständiges Modell", remedy: "laden Sie die Seite neu" },
  "other-model-version": { what: "dieses Modell hat eine andere Version, als hier gelesen wird", remedy: "laden Sie die Seite neu" },
  "bad-table": { what: "das ist kein vollständiger Teil einer Tabelle", remedy: "laden oder erstellen Sie ihn neu" },
  "other-table": { what: "dieser Teil einer Tabelle ist von anderer Art, als hier gelesen wird", remedy: "verwenden Sie das Programm, für das er gemacht ist, oder erstellen Sie ihn neu" },
  "bad-index": { what: "das ist keine vollständige Datei eines Index", remedy: "laden oder erstellen Sie sie neu" },
  "other-index": { what: "diese Datei eines Index ist von anderer Art, als hier gelesen wird", remedy: "verwenden Sie das Programm, für das sie gemacht ist, oder erstellen Sie sie neu" },
  "bad-answer": { what: "seine Antwort passt nicht zur Anfrage", remedy: "versuchen Sie es noch einmal, oder verwenden Sie einen anderen Index" },
  "index-changed": { what: "der Index hat sich geändert, während er gelesen wurde", remedy: "öffnen Sie ihn neu" },
};
