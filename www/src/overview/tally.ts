//! How often each value occurs among all pairs, and from where on values are unusual.

/** Values are counted in tenths. */
const SCALE = 10;

export interface Unusual {
  /** The smallest unusual value, rounded down to a whole number that no usual value reaches. */
  from: number;
  /** How many are at least that. */
  pairs: number;
}

/** Fewer values than this are too few for a ninth decile to be more than a single one of them; they are a class of ten. */
const FEW = 45;

/** How many standard deviations above the median the unusual begins. */
export const DEVIATIONS = 4;

export class Tally {
  #counts = new Uint32Array(2);
  #size = 0;
  #largest = 0;

  constructor(values: Float64Array) {
    this.add(values);
  }

  /** Counts more values. */
  add(values: Float64Array): void {
    for (let i = 0; i < values.length; i++) if (values[i]! > this.#largest) this.#largest = values[i]!;
    const counts = new Uint32Array(Math.floor(this.#largest * SCALE) + 2);
    counts.set(this.#counts);
    // What is not nothing is never counted as nothing.
    for (let i = 0; i < values.length; i++) counts[values[i]! > 0 ? Math.max(1, Math.floor(values[i]! * SCALE)) : 0]! += 1;
    this.#counts = counts;
    this.#size += values.length;
  }

  /** How many values there are. */
  get size(): number {
    return this.#size;
  }

  get largest(): number {
    return this.#largest;
  }

  /** How many values are above zero. */
  get some(): number {
    return this.size - (this.#counts[0] ?? 0);
  }

  /** How many values there are from `low` to below `high`; the largest of all counts as below it. */
  between(low: number, high: number): number {
    const end = high >= this.largest ? this.#counts.length : Math.floor(high * SCALE);
    let n = 0;
    for (let at = Math.floor(low * SCALE); at < end; at++) n += this.#counts[at]!;
    return n;
  }

  atLeast(value: number): number {
    return this.between(value, Infinity);
  }

  /** The value that `share` of all are at most, to a tenth. */
  quantile(share: number): number {
    const place = Math.floor(share * (this.size - 1));
    let n = 0;
    for (const [at, count] of this.#counts.entries()) {
      n += count;
      if (n > place) return at / SCALE;
    }
    return this.largest;
  }

  /**
   * Where the unusual begins: four standard deviations above the median. The deviation is judged by the ninth decile, since
   * the values of most pairs are near zero and lie to one side: in a normal distribution it is 1.2816 deviations above the
   * median. Among fewer than 45 values the upper quartile stands in for it (0.6745). The deviation is taken to be at least
   * `spread`. Undefined where nothing is that large.
   */
  unusual(spread: number): Unusual | undefined {
    const median = this.quantile(0.5);
    const deviation = this.size < FEW ? (this.quantile(0.75) - median) / 0.6745 : (this.quantile(0.9) - median) / 1.2816;
    const limit = Math.ceil(median + DEVIATIONS * Math.max(deviation, spread));
    const least = this.#counts.findIndex((count, at) => count > 0 && at >= limit * SCALE);
    if (least < 0) return undefined;
    const from = Math.floor(least / SCALE);
    return { from, pairs: this.atLeast(from) };
  }
}

export interface Bin {
  low: number;
  high: number;
  pairs: number;
}

/** Most bars of a histogram. */
const MOST_BINS = 50;

/** The values above zero in bins of a whole, round width. */
export function bins(tally: Tally): Bin[] {
  const width = round(tally.largest / MOST_BINS);
  const n = Math.max(1, Math.ceil(tally.largest / width));
  return Array.from({ length: n }, (_, i) => {
    const [low, high] = [i * width, (i + 1) * width];
    return { low, high, pairs: tally.between(Math.max(low, 1 / SCALE), i === n - 1 ? Infinity : high) };
  });
}

/** The smallest of 1, 2, 5, 10, 20, 50, … that is at least `width`. */
function round(width: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [1, 2, 5]) if (step * power >= width) return step * power;
  }
}
