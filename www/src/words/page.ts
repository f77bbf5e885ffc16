//! The words of the comparing page as a whole: what it notes, its settings fingerprint, its colours.

export const PAGE = {
  name: "Twinprint",
  /** What a window is called that shows a pair. */
  pair: (a: string, b: string) => `${a} and ${b} – Twinprint`,
  noSuchPair: "That pair is not among these documents.",
  removed: (name: string) => `${name} removed.`,
  cleared: (documents: string) => `${documents} cleared.`,
  undo: "Undo",
  dismiss: "Dismiss",
  recipe: "Settings fingerprint",
  copyRecipe: (id: string) => `Copy the settings fingerprint ${id}`,
  recipeCopied: "Settings fingerprint copied.",
  recipeNotCopied: "The browser did not let the page copy; select the fingerprint instead.",
  /** Where the page in another language is asked for. */
  notThere: "Your documents are not kept, and would be gone on the page in the other language.",
  keepAndGo: "Keep them on this device, and go there",
  goWithout: "Go there without them",
  light: "Light",
  dark: "Dark",
  useLight: "Use light colours",
  useDark: "Use dark colours",
};
