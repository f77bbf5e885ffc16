//! What the core says is wrong, by the kind of it, in a language that is not its own. Its own is this folder's: nothing is put in
//! place of what it says.

export type CoreWords = Record<string, { what: string; remedy: string }>;

export const CORE: CoreWords = {};
