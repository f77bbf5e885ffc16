//! What stands in the place of what reads PDFs while that is still being built: `cargo xtask up` serves the page before.

import { READERS } from "../../words/readers.ts";

export function readFile(): never {
  throw READERS.stillBuilding;
}
