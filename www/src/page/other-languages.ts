//! The links to the page in other languages: what is not kept on this device would be gone there, so following one with documents here
//! says so first.

import { note } from "./notices.ts";

/** What is here, and what can be done so that nothing of it is lost. */
export interface Losing {
  /** Whether leaving the page would lose documents. */
  loses: () => boolean;
  said: string;
  label: string;
  /** Is done before the page is left; where it comes to false, it is not left. */
  first: () => Promise<boolean>;
}

export function otherLanguages({ loses, said, label, first }: Losing): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
    link.addEventListener("click", (event) => {
      if (!loses()) return;
      event.preventDefault();
      note(said, { label, run: () => void first().then((done) => done && location.assign(link.href)) });
    });
  }
}
