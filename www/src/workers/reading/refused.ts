//! What the readers say of a file that they do not read, in words.

import type { FileRefusal } from "twinprint/readers";
import type { Trouble } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";

export function trouble({ reason, why, count, limit }: FileRefusal): Trouble {
  switch (reason) {
    case "damaged":
      return READERS.broken(why!);
    case "other-kind":
      return READERS.wrongKind(why!);
    case "unsupported":
      return READERS.office(why!);
    case "protected":
      return READERS.protectedFile;
    case "copy-protected":
      return READERS.protectedBook;
    case "no-text":
      return count === 0 ? READERS.empty : READERS.noText(count!);
    case "attached":
      return READERS.attached;
    case "no-letters":
      return READERS.noLetters;
    case "many-pages":
      return READERS.manyPages(count!, limit!);
    case "entities":
      return READERS.entities;
    case "deep-archive":
      return READERS.deepArchive(limit!);
    case "outside":
      return READERS.outside;
    case "endless":
      return READERS.endless;
    case "nested":
      return READERS.nested(limit!);
    case "bomb":
      return READERS.bomb(limit!);
    case "many-files":
      return READERS.manyEntries(limit!);
    case "too-long":
      return READERS.longText(limit!);
  }
}
