//! What is said where something is saved.

import { counted } from "./format.ts";

export const SAVING = {
  save: "Save…",
  title: "Save",
  what: "What to save",
  kinds: {
    report: ["Report (HTML)", "One file to hand on. It opens in any browser, prints well, and can compute its numbers again."],
    docx: ["Report (Word)", "The same for a word processor, to edit or to file: with the passages, without the whole documents."],
    csv: ["Table (CSV)", "The pairs and all their numbers, for a spreadsheet."],
    json: ["Data (JSON)", "The pairs and all their numbers, for programs."],
    project: ["Project", "Everything here, to open again in Twinprint: documents, options, verdicts, notes and what was taken out."],
  },
  heading: "Title",
  defaultTitle: "What these documents share",
  by: "Your name",
  byHint: "It stands beside the verdicts. Leave it empty to say no name.",
  which: "Pairs to save",
  onePair: "This pair",
  listed: (pairs: string) => `The ${pairs} in the list`,
  sharing: (pairs: string) => `Only those that share a passage: ${pairs}`,
  copied: (pairs: string) => `Only those with the verdict “Copied”: ${pairs}`,
  first: (n: string) => `The report contains the first ${n}; the table and the data contain all.`,
  holds: "The report contains",
  whole: "the whole documents",
  passages: "only the passages they share",
  passagesHint: "Without the whole documents the report cannot compute shares again.",
  anonymous: "Anonymize: numbers instead of names and authors",
  anonymousHint: "Texts, notes and the title stay unchanged, with any names in them.",
  summary: "Class summary: one page, one row a person",
  judgements: "Include verdicts and notes",
  confirm: "Save",
  cancel: "Cancel",
  making: (done: string, of: string) => `${done} of ${of} done…`,
  saved: (name: string) => `“${name}” is saved.`,
  failed: (what: string) => `The file could not be saved: ${what}.`,
  noPartsToOpen: "The project was not opened: a part of this page could not be loaded. Connect to the network and try again.",
  noParts: "a part of this page could not be loaded; connect to the network and try again",
  changed: "documents or options changed in the meantime; save again",
  /** What stands in place of a name: "Document 3" is of "Author 3", and so is "Document 3.2". */
  aliases: {
    author: (author: number) => `Author ${author}`,
    document: (author: number, document: number) => (document === 1 ? `Document ${author}` : `Document ${author}.${document}`),
    template: (template: number) => `Template ${template}`,
  },
  fileName: "twinprint",
  pairName: (first: string, second: string) => `${first} and ${second}`,
} as const;

/** What is said of decisions that would be gone with the page. */
export const UNSAVED = {
  said: (pairs: number) => `What you decided on ${counted(pairs, "pair")} (verdicts, notes, passages taken out) is not kept yet. Keep it on this device, or`,
  save: "save a project",
} as const;

/** What is said of what is kept on this device. */
export const DEVICE = {
  notKept: "This browser does not let the page keep documents; they stay until you close the page.",
  notWritten: "The last changes could not be kept on this device, probably for want of room. They are still here: make room, or save a project.",
  joined: (documents: number) => `${counted(documents, "document")} that another tab keeps ${documents === 1 ? "is" : "are"} here now, too.`,
  erased: "Another tab erased what was kept on this device. What you see here stays until you close the page.",
  gone: "The browser erased what was kept on this device. What you see here stays until you close the page.",
  older: "Another tab has an earlier version of this page. Close it, and what is kept on this device opens.",
  newer: "Another tab has a later version of this page. Reload this one to keep anything further.",
  notErased: "Another tab still uses what is kept on this device. Close it, and it is erased.",
} as const;
