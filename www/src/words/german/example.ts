//! The German of ../example.ts: three texts that have in common what those have.

import type * as english from "../example.ts";

const SOURCE = `Der Wärter und die Lampe

Bevor die Leuchtfeuer von Maschinen betrieben wurden, hatte jeder Leuchtturm seinen Wärter. Er stieg in der Dämmerung die Treppe hinauf, stutzte den Docht, zog das Uhrwerk auf, das die Linse drehte, und wachte die ganze Nacht, damit die Flamme nicht rauchte oder erlosch. Ein Schiff auf See erkannte jeden Turm an seinem Takt: zwei kurze Blitze und eine Pause, oder alle zehn Sekunden ein langer Strahl.

Die Arbeit war einsam, aber müßig war sie nie. Messing musste poliert, Salz von den Fenstern gewaschen und jeder Tropfen Öl in ein Buch geschrieben werden, nach dem ein Aufseher zu jeder Stunde fragen konnte. Kam Nebel auf, so läutete der Wärter von Hand eine Glocke, bis er sich hob, manchmal zwei Tage und Nächte lang.

Elektrische Lampen machten all dem innerhalb eines einzigen Menschenlebens ein Ende. Die Türme stehen noch, und die meisten leuchten noch, aber niemand steigt mehr in der Dämmerung die Treppe hinauf.`;

const COPY = `Leben im Leuchtturm

Leuchttürme weisen Schiffen seit mehr als zweitausend Jahren den Weg, und die meiste Zeit brauchten sie dafür Menschen.

Bevor die Leuchtfeuer automatisch wurden, hatte jeder Leuchtturm seinen Wärter. Er stieg in der Dämmerung die Treppe hinauf, stutzte den Docht, zog das große Uhrwerk auf, das die Linse drehte, und wachte die ganze Nacht, damit die Flamme nicht rauchte oder erlosch. Seeleute kannten das Zeichen jedes Feuers auswendig.

Die Arbeit war einsam, aber müßig war sie nie. Messing musste poliert, Salz von den Fenstern gewaschen und jeder Tropfen Öl in ein Buch eingetragen werden, nach dem ein Aufseher zu jeder Stunde fragen konnte. In dichtem Nebel war außerdem eine Glocke zu läuten.

Ich glaube, dass wir mit den Wärtern etwas verloren haben, auch wenn Schiffe heute sicherer fahren.`;

const OWN = `Den Weg finden auf See

Wer heute zur See fährt, liest seinen Ort von einem Bildschirm ab, doch die älteren Hilfen sind nicht verschwunden. Bojen bezeichnen die Fahrrinne, Glocken und Hörner sprechen durch den Nebel, und auf den Landspitzen drehen sich noch die großen Lampen.

Jedes Feuer hat sein eigenes Wesen. Wie es in einem Buch heißt: „Ein Schiff auf See erkannte jeden Turm an seinem Takt: zwei kurze Blitze und eine Pause, oder alle zehn Sekunden ein langer Strahl.“ Seekarten drucken diese Zeichen neben den Turm, sodass auch der weiß, wo er ist, der nichts als eine Uhr hat.

Satelliten fallen selten aus, aber sie fallen aus, und dann ist ein stetiges Licht an einer dunklen Küste mehr wert als jeder Bildschirm.`;

export const EXAMPLE: typeof english.EXAMPLE = [
  { name: "Der Wärter und die Lampe.txt", source: SOURCE, format: "plain" },
  { name: "Aufsatz eins.txt", source: COPY, format: "plain" },
  { name: "Aufsatz zwei.txt", source: OWN, format: "plain" },
];
