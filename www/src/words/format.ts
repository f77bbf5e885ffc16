//! How numbers and dates are written: as the reader's language does.

import type { Forms } from "./edition.ts";
import { LANGUAGE, LOCALE } from "./language.ts";
import { NOUNS } from "./nouns.ts";
import type { Noun } from "./nouns.ts";

/** No-break space: a number and its unit stay on one line. */
const SPACE = "\u00a0";

const plural = new Intl.PluralRules(LANGUAGE);

/** That of the forms of a noun that goes with a number. */
export function form(forms: Forms, n: number): string {
  return forms[plural.select(n)] ?? forms.other;
}

/** How numbers are written in a language, given by its tag; without one, in the browser's. */
export function formats(locale?: string) {
  const whole = new Intl.NumberFormat(locale);
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

  /** 1234 as "1,234". */
  const count = (n: number): string => whole.format(n);

  /** `counted(1, "word")` is "1 word", `counted(2, "word")` "2 words". */
  const counted = (n: number, noun: Noun): string => `${count(n)}${SPACE}${form(NOUNS[noun], n)}`;

  /**
   * A share between 0 and 1. Only identity is "100 %" and only nothing is "0 %": what lies between is never rounded to
   * either.
   */
  const percent = (share: number): string => {
    if (share >= 1) return `${count(100)}${SPACE}%`;
    if (share <= 0) return `${count(0)}${SPACE}%`;
    if (share < 0.001) return `<${tenths.format(0.1)}${SPACE}%`;
    return `${tenths.format(Math.min(share * 100, 99.9))}${SPACE}%`;
  };

  /** A whole number of percent, as a limit that somebody set: "14 %". */
  const wholePercent = (n: number): string => `${count(n)}${SPACE}%`;

  /** A share in whole percent and without the unit, for small places: "42", "<1", "100" for identity only. */
  const shortPercent = (share: number): string => {
    if (share > 0 && share < 0.01) return `<${count(1)}`;
    return count(share >= 1 ? 100 : Math.floor(share * 100));
  };

  /** Bytes as "1.2 MB". */
  const bytes = (n: number): string => {
    if (n < 1000) return counted(n, "byte");
    if (n < 1_000_000) return `${count(Math.round(n / 1000))}${SPACE}KB`;
    return `${tenths.format(n / 1_000_000)}${SPACE}MB`;
  };

  /** A day and the time of day. */
  const moment = (date: Date): string => new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "short" }).format(date);

  /** How long something took, in the largest unit of which there is one: "2 days". */
  const duration = (milliseconds: number): string => {
    const units = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1000]] as const;
    const [unit, length] = units.find(([, length]) => milliseconds >= length) ?? units[3];
    return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 }).format(Math.floor(milliseconds / length));
  };

  return { count, counted, percent, wholePercent, shortPercent, bytes, moment, duration };
}

export type Formats = ReturnType<typeof formats>;

/** With a capital, as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Names or other things in a sentence: "Ada, Grace and Alan". */
export const listed = (names: string[]): string => new Intl.ListFormat(LANGUAGE).format(names);

export const { count, counted, percent, wholePercent, shortPercent, bytes, moment, duration } = formats(LOCALE);
