//! How numbers are written.

const WHOLE = new Intl.NumberFormat("en");
const TENTHS = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** No-break space: a number and its unit stay on one line. */
const SPACE = "\u00a0";

/** 1234 as "1,234". */
export function count(n: number): string {
  return WHOLE.format(n);
}

/** `counted(1, "word")` is "1 word", `counted(2, "word")` "2 words". */
export function counted(n: number, noun: string): string {
  return `${count(n)}${SPACE}${noun}${n === 1 ? "" : "s"}`;
}

/**
 * A share between 0 and 1. Only identity is "100 %" and only nothing is "0 %": what lies between is never rounded to
 * either.
 */
export function percent(share: number): string {
  if (share >= 1) return `100${SPACE}%`;
  if (share <= 0) return `0${SPACE}%`;
  if (share < 0.001) return `<0.1${SPACE}%`;
  return `${TENTHS.format(Math.min(share * 100, 99.9))}${SPACE}%`;
}

/** A whole number of percent, as a limit that somebody set: "14 %". */
export function wholePercent(n: number): string {
  return `${WHOLE.format(n)}${SPACE}%`;
}

/** A share in whole percent and without the unit, for small places: "42", "<1", "100" for identity only. */
export function shortPercent(share: number): string {
  if (share > 0 && share < 0.01) return "<1";
  return String(share >= 1 ? 100 : Math.floor(share * 100));
}

/** Bytes as "1.2 MB". */
export function bytes(n: number): string {
  if (n < 1000) return `${n}${SPACE}bytes`;
  if (n < 1_000_000) return `${WHOLE.format(Math.round(n / 1000))}${SPACE}KB`;
  return `${TENTHS.format(n / 1_000_000)}${SPACE}MB`;
}
