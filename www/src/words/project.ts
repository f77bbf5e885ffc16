//! What is said of a project file.

export const PROJECT = {
  file: "the file",
  remedy: "save it again with Twinprint, or choose another file; nothing here was changed",
  tooLarge: (size: string, most: string) => `it has ${size}; a project may have ${most}`,
  unreadable: "the file could not be read",
  notJson: "it is damaged: it is not complete JSON",
  notAProject: "it is not a Twinprint project",
  newer: "it was made by another version of Twinprint, in a format that this version does not know",
  twice: "two documents in it have the same number",
  wrong: (place: string) => `“${place}” in it is not valid`,
  nameless: "Document",
  refused: (name: string, what: string, remedy: string) => `“${name}” was not opened: ${what}. Please ${remedy}.`,
  opened: (documents: string) => `The project with ${documents} is open.`,
  replaced: (documents: string) => `The project with ${documents} is open and replaces what was here.`,
  otherRecipe: "It was compared before with another settings fingerprint: numbers may differ.",
  undo: "Undo",
} as const;
