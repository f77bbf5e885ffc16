//! What the reader thinks of a pair: a verdict and a note, beside what was computed and never mixed with it.

import type { Documents } from "../documents/documents.ts";

export type Verdict = "copied" | "fine" | "again" | "";

/** What somebody else, such as a second marker, thinks of a pair. */
export interface Opinion {
  /** Whose it is. */
  by: string;
  verdict: Verdict;
  note: string;
  /** See `Judged`. */
  at: string;
}

/** Plain data, as it is kept and handed on. `a` is the document with the smaller id. */
export interface Judged {
  a: number;
  b: number;
  verdict: Verdict;
  note: string;
  /** When it was last changed, in ISO 8601 and UTC. */
  at: string;
  /** What others think of it, each once; missing where nobody does. */
  others?: Opinion[];
}

/** What pairs can be filtered by: a verdict, `none` for pairs without one, `differ` for those that were judged in more than one way, or nothing. */
export type Wanted = Verdict | "none" | "differ";

/** Whether a pair was judged in more than one way. */
export function differ({ verdict, others = [] }: Pick<Judged, "verdict" | "others">): boolean {
  return new Set([verdict, ...others.map(({ verdict }) => verdict)].filter((given) => given !== "")).size > 1;
}

export class Verdicts {
  #judged = new Map<number, Judged>();
  #listeners: ((changed: Judged) => void)[] = [];

  constructor(private documents: Documents) {}

  /** Calls `listener` after every change, with what a pair now has; it has neither verdict nor note if both were taken back. */
  observe(listener: (changed: Judged) => void): void {
    this.#listeners.push(listener);
  }

  /** Those of documents that are there. One of a document that was removed stays for as long as it can be brought back. */
  get all(): Judged[] {
    return [...this.#judged.values()].filter(({ a, b }) => this.documents.get(a) && this.documents.get(b));
  }

  of(a: number, b: number): Judged | undefined {
    return this.#judged.get(keyOf(a, b));
  }

  /** Changes the verdict or the note of a pair. */
  judge(a: number, b: number, change: Partial<Pick<Judged, "verdict" | "note">>): void {
    const { verdict = "", note = "", others } = { ...this.of(a, b), ...change };
    this.take([{ a: Math.min(a, b), b: Math.max(a, b), verdict, note, at: new Date().toISOString(), ...(others ? { others } : {}) }]);
  }

  /** Puts what somebody else thinks of pairs beside what is here, in place of what was known of that person. */
  takeOpinions(by: string, judged: Judged[]): void {
    this.take(judged.map(({ a, b, verdict, note, at }) => {
      const { others = [], ...own } = this.of(a, b) ?? { a, b, verdict: "" as const, note: "", at: "" };
      return { ...own, others: [...others.filter((one) => one.by !== by), { by, verdict, note, at }] };
    }));
  }

  /** Takes over what was kept or handed on. */
  take(judged: Judged[]): void {
    for (const one of judged) {
      if (one.verdict === "" && one.note === "" && !one.others?.length) this.#judged.delete(keyOf(one.a, one.b));
      else this.#judged.set(keyOf(one.a, one.b), one);
      for (const listener of this.#listeners) listener(one);
    }
  }

  /** Whether a pair is one of those that are `wanted`. */
  matches(a: number, b: number, wanted: Wanted): boolean {
    const judged = this.of(a, b);
    if (wanted === "differ") return judged !== undefined && differ(judged);
    const verdict = judged?.verdict ?? "";
    return wanted === "" || verdict === (wanted === "none" ? "" : wanted);
  }
}

/** Ids stay far below a million, so two of them make one exact number. */
function keyOf(a: number, b: number): number {
  return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
}
