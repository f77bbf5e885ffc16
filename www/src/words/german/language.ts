//! The German of ../language.ts.

export const LANGUAGE = "de";

/** Numbers and dates as in the country that the browser is from, as far as German is written there: 1’234 in Switzerland. */
export const LOCALE: string | undefined = navigator.languages.find((language) => /^de(?:-|$)/.test(language)) ?? LANGUAGE;
