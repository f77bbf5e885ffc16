//! What the numbers mean, and the keys.

import { HELP } from "../words/help.ts";
import { helpDialog } from "./help-dialog.ts";

export function help(): void {
  helpDialog(HELP.about, HELP.words, HELP.keys);
}
