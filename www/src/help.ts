//! What the numbers mean, and the keys.

import { helpDialog } from "./help-dialog.ts";
import { HELP } from "./texts/help.ts";

export function help(): void {
  helpDialog(HELP.about, HELP.words, HELP.keys);
}
