//! What is wrong, as the page shows it.

import { h } from "../page/dom.ts";
import type { Problem } from "../protocol/comparing.ts";
import { capital } from "../words/format.ts";

/** An error as the page shows it: what, where, what to do. */
export function inWords({ what, place, remedy }: Problem): Node[] {
  return [
    document.createTextNode(`${capital(what)}. `),
    ...(place ? [h("bdi", { class: "place" }, place), document.createTextNode(" ")] : []),
    document.createTextNode(`${capital(remedy)}.`),
  ];
}
