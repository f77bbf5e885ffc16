//! What a check finds and what it tells, in the page's help.

import { CHECKING } from "../words/checking.ts";
import { helpDialog } from "./help-dialog.ts";

export function help(): void {
  const { about, words, keys } = CHECKING.help;
  helpDialog(about, words, keys);
}
