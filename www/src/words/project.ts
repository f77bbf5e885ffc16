//! What is said of a project file.

export const PROJECT = {
  file: "the file",
  remedy: "save it again with Twinprint, or choose another file; nothing here was changed",
  tooLarge: (size: string, most: string) => `${size} are more than the ${most} a project may have`,
  unreadable: "the file could not be read",
  notJson: "it is broken: it is not JSON to its end",
  notAProject: "it is not a project of Twinprint",
  newer: "it was made by another version of Twinprint, in a form this one does not know",
  twice: "two documents in it have one number",
  wrong: (place: string) => `“${place}” in it is not as it should be`,
  nameless: "Document",
  refused: (name: string, what: string, remedy: string) => `“${name}” was not opened: ${what}. Please ${remedy}.`,
  opened: (documents: string) => `The project with ${documents} is open.`,
  replaced: (documents: string) => `The project with ${documents} is open in place of what was here.`,
  otherRecipe: "It was compared by another recipe before: numbers may differ.",
  undo: "Undo",
} as const;
