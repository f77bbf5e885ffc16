//! What another language's words have to be: the same as these, one for one.

/**
 * The shape of some words: their keys, and functions of the same parameters. A translation is declared to be of it, so that it
 * does not compile while a word of it is missing, is too many, or takes something else.
 */
export type Words<T> = T extends string
  ? string
  : T extends (...parameters: infer P) => infer R
    ? (...parameters: P) => Words<R>
    : T extends object
      ? { [K in keyof T]: Words<T[K]> }
      : T;

/** What is counted, in the forms that a language has for numbers of it. */
export type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
