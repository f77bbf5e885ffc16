//! The German of ../help.ts.

import type { Words } from "../edition.ts";
import type * as english from "../help.ts";

export type { Meaning } from "../help.ts";

export const HELP: Words<typeof english.HELP> = {
  title: "Hilfe",
  keysTitle: "Tasten",
  lettersAreKeys: "Einzelne Buchstaben und Zeichen als Tasten verwenden",
  done: "Fertig",

  about: "Twinprint findet Text, den zwei Dokumente gemeinsam haben, Wort für Wort oder mit kleinen Änderungen, und auf Wunsch Sätze, die in anderen Worten etwa dasselbe sagen. Übersetzungen findet es nicht, und ein Fund ist kein Urteil: Auch Zitate werden gefunden.",
  words: [
    ["Gemeinsame Wörter", "Wörter in Stellen, die beide Dokumente unverändert haben. Eine Stelle ist eine Folge gleicher Wörter, oder es sind mehrere solche Folgen mit kleinen Änderungen dazwischen."],
    ["Kopiert, Bearbeitet, Umformuliert", "wie weit in einem Paar gesucht wird. „Kopiert“ findet gleiche Wörter hintereinander mit wenigen Änderungen dazwischen. „Bearbeitet“, wonach auch die Tabelle geht, findet dazu Stellen, in denen keine lange gleiche Wortfolge geblieben ist, aber in beiden seltene Wörter nahe beieinanderstehen: Sie sind als „bearbeitet“ bezeichnet, und ihre Wörter werden getrennt von den gemeinsamen Wörtern gezählt. „Umformuliert“ findet dazu Sätze, deren Buchstaben und Wörter sich ähneln; sie stehen für sich, mit ≈ vor ihrer Nummer, und keine andere Zahl zählt sie mit. Sie können sich zufällig ähneln: Lesen Sie sie. Über der Tabelle wird in allen Paaren danach gesucht."],
    ["A, B", "die beiden Dokumente eines Paars; A ist das zuerst hinzugefügte."],
    ["Anteil von A in B", "Enthaltensein: wie viel von A auch in B steht. Ein kurzer Text, der ganz in einen langen kopiert wurde, steht dort zu 100 %."],
    ["Fällt auf", "ein Paar, das weit mehr gemeinsam hat als die meisten: vier Standardabweichungen über dem Median oder mehr. Sehen Sie dort zuerst nach; es beweist nichts."],
    ["Personen", "je eine Zeile: die andere Person des Paars mit den meisten Punkten, wie viele Wörter der Person unverändert in Dokumenten anderer stehen, jedes einmal gezählt, und mit wie vielen anderen sie eine Stelle gemeinsam hat; nach den Paaren, die den Filter bestehen. Drei oder mehr, die durch Paare mit auffällig vielen Punkten verbunden sind, bilden eine Gruppe."],
    ["Cluster", "Dokumente, die im Graphen durch Paare mit gemeinsamem Text verbunden sind, unmittelbar oder über andere."],
    ["Punkte", "was zuerst anzusehen ist, von 0 bis 100: Die längste gleiche Folge, der größere Anteil und die Zahl der Stellen geben Punkte; Wörter, die viele Dokumente haben, zählen weniger. Sie sind kein Maß für Schuld."],
    ["Ähnlichkeit", "die Jaccard-Ähnlichkeit: die Shingles, die beide Dokumente haben, von allen Shingles beider. Ein Shingle ist eine kurze Wortfolge."],
    ["Signaturen", "was Suchmaschinen von einem Dokument behalten, um unter sehr vielen Beinahe-Duplikate zu finden. Öffnen Sie sie unter einem Paar, um zu sehen, worin sich zwei unterscheiden und welche Wörter den Unterschied machen."],
    ["Fingerabdruck der Einstellungen", "bezeichnet alle Einstellungen eines Vergleichs. Ergebnisse mit demselben Fingerabdruck der Einstellungen lassen sich vergleichen."],
    ["Herausgenommen", "eine Stelle, deren Wörter nicht mehr zählen, weil eine Person das von Hand und mit Begründung so festgelegt hat, in einem Paar oder in allen. Alle Zahlen richten sich nach dem Übrigen; die Begründung steht in Berichten, und die Stelle kann wieder aufgenommen werden."],
    ["Vorlage", "ein Text, den alle bekommen haben, etwa ein Aufgabenblatt. Was ein Dokument mit ihm gemeinsam hat, zählt nicht."],
  ],
  keys: [
    ["n  j", "nächste Stelle"],
    ["p  k", "vorige Stelle"],
    ["]  [", "nächstes und voriges Paar"],
    ["d  D", "nächste und vorige Änderung in einer Stelle"],
    ["c  f  l", "Ihr Urteil: kopiert, unbedenklich, später prüfen; noch einmal drücken nimmt es zurück"],
    ["w", "eine Notiz schreiben"],
    ["i", "die Liste der Stellen: ↑  ↓ bewegen sich darin, die Eingabetaste führt zur Stelle"],
    ["x", "die Stelle herausnehmen: Ihre Wörter zählen nicht mehr"],
    ["r", "umformulierte Stellen suchen oder nicht"],
    ["q", "als Zitat kopieren"],
    ["s", "gemeinsam blättern oder nicht"],
    ["Esc", "zurück zu allen Paaren"],
    ["↑  ↓", "durch die Tabelle gehen; mit ←  → durch die Matrix und den Graphen"],
    ["Eingabe", "das Paar öffnen"],
  ],
};
