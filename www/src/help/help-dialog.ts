//! The dialog that the button `Help` and the key `?` open: what the page does, its words, its keys.

import { byId, h } from "../page/dom.ts";
import { lettersAreKeys, setLettersAreKeys } from "../page/keys.ts";
import { HELP } from "../words/help.ts";
import type { Meaning } from "../words/help.ts";

export function helpDialog(about: string, words: Meaning[], keys: Meaning[]): void {
  const dialog = byId<HTMLDialogElement>("help");
  const letters = h("input", { type: "checkbox", checked: lettersAreKeys(), onchange: () => setLettersAreKeys(letters.checked) });
  dialog.append(
    h("form", { method: "dialog" },
      h("h2", { id: "help-title", tabindex: -1, autofocus: true }, HELP.title),
      h("p", {}, about),
      h("dl", { class: "terms" }, ...words.flatMap(([term, meaning]) => [h("dt", {}, term), h("dd", {}, meaning)])),
      h("h3", {}, HELP.keysTitle),
      h("dl", { class: "keys" }, ...keys.flatMap(([keys, meaning]) => [
        h("dt", {}, ...keys.split("  ").flatMap((key) => [h("kbd", {}, key), " "])),
        h("dd", {}, meaning),
      ])),
      h("label", { class: "check" }, letters, HELP.lettersAreKeys),
      h("div", { class: "choices" }, h("button", { class: "primary" }, HELP.done))),
  );
  byId("open-help").addEventListener("click", () => dialog.showModal());
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key === "?" && lettersAreKeys() && !typing && !dialog.open) dialog.showModal();
  });
}
