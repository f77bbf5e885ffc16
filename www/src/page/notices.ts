//! What the page says: aloud to a screen reader, or in a note at the edge that goes away by itself.

import { PAGE } from "../words/page.ts";
import { byId, h, icon } from "./dom.ts";

const NOTE_MS = 10_000;

/** Has a screen reader say `message`, once it has finished what it is saying. */
export function announce(message: string): void {
  byId("spoken").textContent = message;
}

/** Shows a note, with something to do about it if `action` is given. */
export function note(message: string, action?: { label: string; run: () => void }): void {
  const close = () => {
    clearTimeout(timer);
    element.remove();
  };
  const element = h(
    "div",
    { class: "note" },
    h("p", {}, message),
    action && h("button", { class: "link", onclick: () => (close(), action.run()) }, action.label),
    h("button", { class: "quiet icon-only", "aria-label": PAGE.dismiss, onclick: close }, icon("close")),
  );
  let timer = setTimeout(close, NOTE_MS);
  element.addEventListener("focusin", () => clearTimeout(timer));
  element.addEventListener("focusout", () => (timer = setTimeout(close, NOTE_MS)));
  byId("notes").append(element);
}
