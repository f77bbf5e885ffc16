//! The German of ../trouble.ts.

import type { Words } from "../edition.ts";
import { capital } from "../format.ts";
import type * as english from "../trouble.ts";

const READ_AGAIN = "prüfen Sie, ob es sie noch gibt und ob Sie sie öffnen dürfen, und fügen Sie sie noch einmal hinzu";
const SHORTER = "teilen Sie es, oder verwenden Sie die Befehlszeile";
const TRY_ELSEWHERE = "versuchen Sie es später noch einmal, oder wählen Sie einen anderen Index";
const CHECK_ADDRESS = "prüfen Sie die Adresse des Index";

export const TROUBLE: Words<typeof english.TROUBLE> = {
  inList: (what, remedy) => `${capital(what)}: ${capital(remedy)}.`,
  noScript: "das Skript dafür wurde nicht geladen",
  fileNotRead: { what: "die Datei konnte nicht gelesen werden", remedy: READ_AGAIN },
  unknown: "aus unbekanntem Grund",

  comparing: {
    outOfOrder: { what: "das Vergleichen brach beim Lesen dieses Dokuments ab, vermutlich aus Mangel an Speicher", remedy: SHORTER },
    stopped: "das Vergleichen brach ab",
    notStarted: (reason) => `Das Vergleichen ließ sich nicht starten (${reason}).`,
    stoppedFor: { what: "das Vergleichen brach ab", remedy: "starten Sie es noch einmal" },
    silent: "es kam keine Antwort",
    restarted: "Das Vergleichen brach ab und wurde neu gestartet; Ihre Dokumente sind noch da.",
    languageNotLoaded: { what: "sie konnte nicht geladen werden", place: "diese Sprache", remedy: "stellen Sie eine Netzverbindung her, und wählen Sie sie noch einmal" },
    signaturesNotLoaded: { what: "das Programm für Signaturen konnte nicht geladen werden", remedy: "stellen Sie eine Netzverbindung her, schließen Sie dann diesen Teil, und öffnen Sie ihn wieder" },
    a: "Dokument A",
    b: "Dokument B",
    passage: "eine Stelle",
  },

  rewording: {
    notLoaded: { what: "das Programm, das nach anderen Worten sucht, konnte nicht geladen werden", place: "", remedy: "stellen Sie eine Netzverbindung her, und suchen Sie noch einmal" },
    stopped: { what: "die Suche nach anderen Worten brach ab, vermutlich aus Mangel an Speicher", place: "", remedy: "suchen Sie noch einmal, oder verwenden Sie die Befehlszeile" },
    notStarted: (reason) => ({ what: `die Suche nach anderen Worten ließ sich nicht starten (${reason})`, place: "", remedy: "laden Sie die Seite neu, um es noch einmal zu versuchen" }),
    cancelled: { what: "die Suche nach anderen Worten wurde angehalten", place: "", remedy: "suchen Sie noch einmal" },
  },

  checking: {
    cancelled: { what: "die Prüfung wurde abgebrochen", remedy: "starten Sie sie noch einmal" },
    stopped: { what: "die Prüfung brach ab, vermutlich aus Mangel an Speicher", remedy: "versuchen Sie es mit einem kürzeren Dokument oder auf der Befehlszeile" },
    outOfMemory: { what: "der Speicher reichte nicht, um es zu lesen", remedy: SHORTER },
    notStarted: (reason) => `Die Prüfung ließ sich nicht starten (${reason}). Laden Sie die Seite neu, um es noch einmal zu versuchen.`,
    restarted: "Die Prüfung brach ab und wurde neu gestartet; Ihre Dokumente sind noch da.",
    gone: { what: "das Dokument ist nicht mehr da", remedy: "fügen Sie es noch einmal hinzu" },
    noIndex: { what: "an dieser Adresse ist weder ein veröffentlichter Index noch ein Dienst", remedy: "prüfen Sie die Adresse: Ein veröffentlichter Index enthält index.json, ein Dienst antwortet unter v1/meta" },
    accessModeGone: { what: "der Index lässt sich auf diese Weise nicht mehr verwenden", remedy: "öffnen Sie ihn neu" },
  },

  remembered: {
    notKept: { what: "was auf diesem Gerät gemerkt ist, konnte nicht gelesen oder gespeichert werden", remedy: "erlauben Sie dieser Website, Daten zu speichern, schaffen Sie Platz auf dem Gerät, und versuchen Sie es dann noch einmal" },
    notExported: { what: "diese Datei enthält keine gemerkten Texte", remedy: "wählen Sie eine Datei, die mit „Exportieren“ entstanden ist" },
  },

  index: {
    noRanges: ["der Server sendet ganze Dateien, wo ein Teil verlangt war", "laden Sie stattdessen den ganzen Index herunter, oder lassen Sie auf dem Server Byte-Bereiche zu"],
    webPage: ["statt einer Antwort kam eine Webseite", CHECK_ADDRESS],
    silent: (seconds) => [`seit ${seconds} Sekunden keine Antwort`, TRY_ELSEWHERE],
    unreachable: ["er ist nicht zu erreichen oder erlaubt keine Anfragen von dieser Seite", "prüfen Sie die Adresse und das Netz; der Server muss Anfragen vom Ursprung dieser Seite erlauben (CORS)"],
    tooLong: (most) => [`die Antwort ist länger als die Grenze von ${most}`, "das ist vielleicht kein Index; wählen Sie einen anderen"],
    replaced: ["eine Datei des Index fehlt: Er wurde ersetzt, während er gelesen wurde", "öffnen Sie den Index neu"],
    nothingThere: ["an dieser Adresse ist nichts", CHECK_ADDRESS],
    busy: ["er bekam zu viele Anfragen", "warten Sie eine Minute, und versuchen Sie es noch einmal"],
    status: (status) => [`er antwortete mit dem Status ${status}`, TRY_ELSEWHERE],
    addressRemedy: "geben Sie die Adresse eines veröffentlichten Index oder eines Dienstes an, etwa https://example.org/index/",
    noAddress: "eine Adresse fehlt",
    badAddress: "das ist keine gültige Adresse",
    insecure: "nur https-Adressen sind möglich, außer auf diesem Gerät",
  },
};
