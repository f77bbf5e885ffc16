//! What is wrong, as the page shows it.

import { h } from "../page/dom.ts";
import type { Problem } from "../protocol/comparing.ts";

/** An error as the page shows it: what, where, what to do. */
export function inWords({ what, place, remedy }: Problem): Node[] {
  const first = what.charAt(0).toUpperCase() + what.slice(1);
  return [
    document.createTextNode(`${first}. `),
    ...(place ? [h("bdi", { class: "place" }, place), document.createTextNode(" ")] : []),
    document.createTextNode(`${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`),
  ];
}
