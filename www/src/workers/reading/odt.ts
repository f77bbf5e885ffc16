//! OpenDocument texts: paragraphs, headings and tables as they read with all changes accepted; notes come after the
//! paragraph they belong to. Headers, footers, comments and what was deleted are left out.

import type { Read } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import { Flow } from "./flow.ts";
import { attribute, values, walk } from "./xml.ts";
import type { Attributes } from "./xml.ts";
import type { Zip } from "./zip.ts";

const SKIPPED = new Set(["tracked-changes", "annotation", "note-citation", "forms", "desc", "title", "ruby-text", "script", "scripts"]);
const PARTS = new Map([["p", "paragraph"], ["h", "paragraph"], ["table", "table"], ["table-row", "row"], ["table-cell", "cell"]] as const);
/** Blanks that one element can stand for. */
const MOST_BLANKS = 100;

export async function readOdt(zip: Zip): Promise<Read> {
  const manifest = zip.has("META-INF/manifest.xml") ? await zip.read("META-INF/manifest.xml") : new Uint8Array();
  let locked = false;
  walk(manifest, { open: (name) => void (locked ||= name === "encryption-data"), close: () => undefined, text: () => undefined });
  if (locked) throw READERS.protectedFile;
  const flow = new Flow();
  const content = new Content(flow);
  walk(await zip.read("content.xml"), content);
  if (!content.found) throw READERS.wrongKind("an OpenDocument text");
  const meta = zip.has("meta.xml") ? values(await zip.read("meta.xml"), "title", "creator", "initial-creator") : {};
  const author = meta["initial-creator"] || meta.creator;
  return { source: flow.finish(), format: "plain", origin: { kind: "odt", ...(meta.title && { title: meta.title }), ...(author && { author }) } };
}

class Content {
  found = false;
  #skipping = 0;

  constructor(private flow: Flow) {}

  open(name: string, attributes: Attributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name)) {
      this.#skipping += 1;
      return;
    }
    const part = PARTS.get(name as "p");
    if (part) this.flow.open(part);
    else if (name === "text") this.found = true;
    else if (name === "tab") this.flow.text("\t");
    else if (name === "line-break") this.flow.text("\n");
    else if (name === "s") this.flow.text(" ".repeat(Math.min(Math.max(Number(attribute(attributes, "c") ?? 1) || 1, 1), MOST_BLANKS)));
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    const part = PARTS.get(name as "p");
    if (part) this.flow.close(part);
  }

  text(text: string): void {
    if (this.#skipping === 0) this.flow.text(text.replace(/\s+/g, " "));
  }
}
