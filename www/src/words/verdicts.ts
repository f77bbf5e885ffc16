//! Words for the reader's verdicts.

export const VERDICTS = {
  names: { copied: "Copied", fine: "No problem", again: "Review later" },
  group: "Your verdict",
  heading: "Verdict",
  headingTitle: "Your verdict, and whether you wrote a note",
  note: "Note",
  noteAbout: "Your note on this pair",
  notePlaceholder: "What you found, or want to ask",
  noted: "with a note",
  filter: "Verdict",
  any: "any verdict",
  none: "no verdict yet",
  differing: "verdicts that differ",
  differ: "The verdicts differ.",
  others: "Verdicts of others",
  of: (by: string, verdict: string) => (verdict ? `${by}: ${verdict}` : by),
  key: (name: string, key: string) => `${name} (${key})`,
  given: (name: string) => `Verdict: ${name}.`,
  taken: "Verdict removed.",
};
