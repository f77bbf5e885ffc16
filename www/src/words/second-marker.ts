//! What is said where the project of somebody else, who judged the same documents, is brought in.

import { counted } from "./format.ts";

const verdicts = (n: number) => (n === 1 ? "1 pair with a verdict or a note" : `${counted(n, "pair")} with verdicts or notes`);

export const SECOND_MARKER = {
  title: "These documents are here already",
  about: (file: string, documents: number, judged: number) => `“${file}” has ${counted(documents, "document")} that ${documents === 1 ? "is" : "are"} here, too, and ${verdicts(judged)}. Put these beside your own verdicts, or open the project in place of what is here.`,
  name: "Whose verdicts these are",
  nameHint: "The name stands beside them in the table, on the pair and in reports.",
  add: "Put beside mine",
  open: "Open in place of mine",
  cancel: "Cancel",
  added: (judged: number, by: string, differing: number) => `${verdicts(judged)} by ${by} ${judged === 1 ? "is" : "are"} here now; ${differing === 0 ? "no verdict differs from others" : `${counted(differing, "pair")} with verdicts that differ`}.`,
  undo: "Undo",
};
