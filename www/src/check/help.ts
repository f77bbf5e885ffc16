//! What a check finds and what it tells, in the page's help.

import { helpDialog } from "../help-dialog.ts";
import { CHECKING } from "../texts/checking.ts";

export function help(): void {
  const { about, words, keys } = CHECKING.help;
  helpDialog(about, words, keys);
}
