//! What the page has to hand on.

import type { Documents } from "../documents/documents.ts";
import type { Settings } from "../options/settings.ts";
import type { Engine } from "../pairs/engine.ts";
import type { Rewording } from "../pairs/rewording.ts";
import type { TakenOut } from "../pairs/taken-out.ts";
import type { Verdicts } from "../pairs/verdicts.ts";
import { Aliases } from "./aliases.ts";
import type { Alias, Authored } from "./aliases.ts";
import type { Decided } from "./unsaved.ts";

/** The version of Twinprint; filled in by the build. */
declare const VERSION: string;

export class Workspace {
  readonly version = VERSION;
  #aliases = new Aliases();

  constructor(
    readonly documents: Documents,
    readonly engine: Engine,
    readonly rewording: Rewording,
    readonly verdicts: Verdicts,
    readonly takenOut: TakenOut,
    /** All that the person chose. */
    readonly settings: () => Settings,
    /** A project file with this was saved. */
    readonly filed: (decided: Decided) => void,
  ) {}

  /** By what names documents are handed on. */
  aliases(anonymous: boolean): Map<number, Alias> {
    const all: Authored[] = this.documents.all;
    if (anonymous) return this.#aliases.of(all);
    return new Map(all.map(({ id, label, author }) => [id, { name: label, author: author ?? "" }]));
  }
}
