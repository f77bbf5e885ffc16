//! WebAssembly is first compiled quickly, and for speed only once it has run for a while. The core is run on made-up text
//! before there is anything to do, so that the first documents take no longer than later ones.

import type { Core } from "./core.ts";

/** Rounds on two texts of some 60,000 characters: about as much as two documents of a megabyte. */
const ROUNDS = 16;
const WORDS = 10_000;

export class Warmup {
  #left = ROUNDS;
  #running = false;

  /** Goes on with the rounds that are left, in turns of a few milliseconds, for as long as there is nothing else to do. */
  async run(core: Core, idle: () => boolean, turn: () => Promise<void>): Promise<void> {
    if (this.#running || this.#left === 0) return;
    this.#running = true;
    const session = new core.Session();
    const text = madeUp(0);
    const alike = madeUp(97);
    while (this.#left > 0 && idle()) {
      this.#left -= 1;
      session.put(0, "", text, "plain");
      await turn();
      if (!idle()) break;
      session.put(1, "", alike, "plain");
      session.pair(0, 1);
      await turn();
    }
    session.free();
    this.#running = false;
  }
}

/** Words of one to nine letters in sentences; another one after every `changed` words. */
function madeUp(changed: number): string {
  const words: string[] = [];
  let state = 1;
  for (let at = 0; at < WORDS; at += 1) {
    state = (state * 48_271) % 2_147_483_647;
    const word = (state % 40_000 + 100).toString(36).replace(/\d/g, "e");
    const end = at % 12 === 11 ? ". The" : at % 7 === 3 ? "," : "";
    words.push((changed > 0 && at % changed === 0 ? "other" : word) + end);
  }
  return words.join(" ");
}
