//! The German of ../overview.ts.

import type { Words } from "../edition.ts";
import { count, counted, wholePercent } from "../format.ts";
import type * as english from "../overview.ts";
import { FIGURES } from "./figures.ts";
import { dative } from "./nouns.ts";
import { SCORE } from "./score.ts";

const amount: typeof english.OVERVIEW.amount = (by, n) => {
  if (by === "share") return wholePercent(n);
  if (by === "score") return `${count(Math.floor(n))} Punkte`;
  return by === "words" ? counted(n, "word") : `${counted(n, "word")} in Folge`;
};

export const OVERVIEW: Words<typeof english.OVERVIEW> = {
  views: { table: "Tabelle", persons: "Personen", matrix: "Matrix", graph: "Graph" },
  amount,
  histogram: "Alle Paare auf einen Blick",
  by: "nach",
  byAbout: "Wonach Paare gemessen werden",
  measures: { share: "Anteil", words: FIGURES.wordsShared, run: FIGURES.longestRun, score: SCORE.heading },
  apart: (by, pairs, all, from) => `${count(pairs)} von ${dative(all, "pair")} ${pairs === 1 ? "fällt" : "fallen"} auf: ${amount(by, from)} oder mehr.`,
  noneApart: (all) => `Keines von ${dative(all, "pair")} fällt auf.`,
  nothingShared: (all) => `Keines von ${dative(all, "pair")} hat eine gemeinsame Stelle.`,
  rule: (deviations) => `Ein Paar fällt auf, wenn es ${deviations} Standardabweichungen oder mehr über dem Median liegt. Die Abweichung wird aus dem neunten Dezil geschätzt (bei wenigen Paaren aus dem oberen Quartil), damit die auffälligen Paare sie nicht vergrößern.`,
  showApart: (pairs) => (pairs === 1 ? "Dieses zeigen" : `Diese ${count(pairs)} zeigen`),
  showAll: "Alle Paare zeigen",
  slider: "Paare zeigen ab",
  from: (by, value, pairs) => (value === 0 ? `alle ${counted(pairs, "pair")}` : `${amount(by, value)} oder mehr: ${counted(pairs, "pair")}`),
  bar: (by, low, high, pairs) => `${amount(by, low)} bis ${amount(by, high)}: ${counted(pairs, "pair")}; klicken, um Paare von hier an aufwärts zu zeigen`,
  barsAbout: "Die Höhe eines Balkens ist der Logarithmus seiner Zahl von Paaren; von der gestrichelten Linie an fallen Paare auf.",
};

export const GRAPH: Words<typeof english.GRAPH> = {
  about: "Welche Dokumente gemeinsamen Text haben; die Pfeiltasten nach links und rechts gehen durch die Dokumente, nach oben und unten durch die Paare eines Dokuments, die Eingabetaste öffnet",
  kind: "Graph",
  list: "Dasselbe als Liste",
  cluster: (number) => `Cluster ${number}`,
  clusterAbout: (number, documents, pairs) => `Cluster ${number}: ${counted(documents, "document")}, ${counted(pairs, "pair")}`,
  node: (name, pairs, cluster) => `${name}: hat mit ${count(pairs)} in Cluster ${cluster} Text gemeinsam; die Eingabetaste zeigt die Paare`,
  edge: (a, b, amount) => `${a} und ${b}: ${amount}; die Eingabetaste öffnet das Paar`,
  pair: (a, b, amount) => `${a} und ${b}, ${amount}`,
  sum: (documents, all, clusters, pairs) => `${count(documents)} von ${dative(all, "document")} in ${dative(clusters, "cluster")}, durch ${counted(pairs, "pair")}.`,
  strongest: (drawn, all) => `Gezeichnet sind die ${count(drawn)} stärksten von ${dative(all, "pair")}; mit dem Regler sehen Sie weniger.`,
  nothing: "Kein Paar hat so viel gemeinsam.",
  more: (pairs) => `${counted(pairs, "more pair")} in der Tabelle`,
  hint: "Zeigen Sie auf ein Dokument oder auf eine Linie zwischen zweien; ein Klick öffnet es.",
};
