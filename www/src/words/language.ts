//! The language of this folder's words.

export const LANGUAGE = "en";

/** Whose custom numbers and dates follow: the browser's, since this is the edition of everyone who has no other. */
export const LOCALE: string | undefined = undefined;
