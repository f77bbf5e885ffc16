//! Words for what shows all pairs at once: the histogram, the graph, the matrix.

import { FIGURES } from "./figures.ts";
import { count, counted, wholePercent } from "./format.ts";
import { SCORE } from "./score.ts";

/** What pairs are measured by. */
const MEASURES = { share: "Share", words: FIGURES.wordsShared, run: FIGURES.longestRun, score: SCORE.heading };
type Measure = keyof typeof MEASURES;

/** A whole number of what is measured: "14 %", "20 words", "12 words in a row", "a score of 40". */
function amount(by: Measure, n: number): string {
  if (by === "share") return wholePercent(n);
  if (by === "score") return `a score of ${count(Math.floor(n))}`;
  return by === "words" ? counted(n, "word") : `${counted(n, "word")} in a row`;
}

export const OVERVIEW = {
  views: { table: "Table", persons: "Persons", matrix: "Matrix", graph: "Graph" },
  amount,
  histogram: "All pairs at a glance",
  by: "by",
  byAbout: "What pairs are measured by",
  measures: MEASURES,
  apart: (by: Measure, pairs: number, all: number, from: number) =>
    `${count(pairs)} of ${counted(all, "pair")} ${pairs === 1 ? "stands" : "stand"} out: ${amount(by, from)} or more.`,
  noneApart: (all: number) => `None of ${counted(all, "pair")} stands out.`,
  nothingShared: (all: number) => `None of ${counted(all, "pair")} shares a passage.`,
  rule: (deviations: number) => `A pair stands out at ${deviations} standard deviations above the median or more. The deviation is estimated from the ninth decile (with few pairs, from the upper quartile), so that the pairs that stand out do not raise it.`,
  showApart: (pairs: number) => (pairs === 1 ? "Show it" : `Show these ${count(pairs)}`),
  showAll: "Show all pairs",
  slider: "Show pairs from",
  from: (by: Measure, value: number, pairs: number) =>
    value === 0 ? `all ${counted(pairs, "pair")}` : `${amount(by, value)} or more: ${counted(pairs, "pair")}`,
  bar: (by: Measure, low: number, high: number, pairs: number) =>
    `${amount(by, low)} to ${amount(by, high)}: ${counted(pairs, "pair")}; click to show pairs from here up`,
  barsAbout: "The height of a bar is the logarithm of its number of pairs; from the dashed line on, pairs stand out.",
};

export const GRAPH = {
  about: "Which documents share text; left and right arrow keys move through the documents, up and down through the pairs of one, Enter opens",
  kind: "graph",
  list: "The same as a list",
  cluster: (number: number) => `Cluster ${number}`,
  clusterAbout: (number: number, documents: number, pairs: number) => `Cluster ${number}: ${counted(documents, "document")}, ${counted(pairs, "pair")}`,
  node: (name: string, pairs: number, cluster: number) => `${name}: shares with ${count(pairs)} in cluster ${cluster}; Enter shows its pairs`,
  edge: (a: string, b: string, amount: string) => `${a} and ${b}: ${amount}; Enter opens the pair`,
  pair: (a: string, b: string, amount: string) => `${a} and ${b}, ${amount}`,
  sum: (documents: number, all: number, clusters: number, pairs: number) =>
    `${count(documents)} of ${counted(all, "document")} in ${counted(clusters, "cluster")}, by ${counted(pairs, "pair")}.`,
  strongest: (drawn: number, all: number) => `The ${count(drawn)} strongest of ${counted(all, "pair")} are drawn; move the slider to see fewer.`,
  nothing: "No pair shares that much.",
  more: (pairs: number) => `${counted(pairs, "more pair")} in the table`,
  hint: "Point at a document or a line between two; click to open it.",
};
