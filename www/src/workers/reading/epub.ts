//! Books: the chapters in the order of the book's spine, without its table of contents.

import type { Read } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import { Flow } from "./flow.ts";
import { attribute, values, walk } from "./xml.ts";
import type { Attributes } from "./xml.ts";
import type { Zip } from "./zip.ts";

const SKIPPED = new Set(["head", "script", "style", "template", "noscript", "svg", "rt", "rp"]);
const BLOCKS = new Set(
  ("address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
    "header hr li main nav ol p pre section summary ul").split(" "),
);

export async function readEpub(zip: Zip): Promise<Read> {
  const opf = await packagePath(zip);
  const book = await spine(zip, opf);
  const locked = zip.has("META-INF/encryption.xml") ? await lockedParts(zip) : [];
  const flow = new Flow();
  for (const chapter of book.chapters) {
    if (locked.includes(chapter)) throw READERS.protectedBook;
    if (zip.has(chapter)) walk(await zip.read(chapter), new Chapter(flow), true);
  }
  const about = values(await zip.read(opf), "title", "creator");
  return { source: flow.finish(), format: "plain", origin: { kind: "epub", ...(about.title && { title: about.title }), ...(about.creator && { author: about.creator }) } };
}

async function packagePath(zip: Zip): Promise<string> {
  let path: string | undefined;
  walk(await zip.read("META-INF/container.xml"), {
    open: (name, attributes) => {
      if (name === "rootfile") path ??= attribute(attributes, "full-path");
    },
    close: () => undefined,
    text: () => undefined,
  });
  if (path === undefined) throw READERS.broken("its package is not named");
  return path;
}

/** The paths of the chapters, in order. */
async function spine(zip: Zip, opf: string): Promise<{ chapters: string[] }> {
  const items = new Map<string, string>();
  const order: string[] = [];
  walk(await zip.read(opf), {
    open: (name, attributes) => {
      const id = attribute(attributes, name === "item" ? "id" : "idref");
      if (name === "item" && id && /html/.test(attribute(attributes, "media-type") ?? "") && !/\bnav\b/.test(attribute(attributes, "properties") ?? "")) {
        items.set(id, resolved(opf, attribute(attributes, "href") ?? ""));
      } else if (name === "itemref" && id && attribute(attributes, "linear") !== "no") {
        order.push(id);
      }
    },
    close: () => undefined,
    text: () => undefined,
  });
  // A chapter is read once, however often the spine names it.
  return { chapters: [...new Set(order.flatMap((id) => items.get(id) ?? []))] };
}

async function lockedParts(zip: Zip): Promise<string[]> {
  const parts: string[] = [];
  walk(await zip.read("META-INF/encryption.xml"), {
    open: (name, attributes) => {
      if (name === "CipherReference") parts.push(unescaped(attribute(attributes, "URI") ?? ""));
    },
    close: () => undefined,
    text: () => undefined,
  });
  return parts;
}

/** A path within the book, from where another part names it. */
function resolved(from: string, href: string): string {
  const base = "book:/";
  return unescaped(new URL(href, new URL(from, base)).pathname.replace(/^\//, ""));
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Text outside of any paragraph makes one of its own; a block within a paragraph ends it. */
class Chapter {
  #skipping = 0;
  #kept = 0;

  constructor(private flow: Flow) {}

  open(name: string, _attributes: Attributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name)) {
      this.#skipping += 1;
      return;
    }
    if (name === "pre") this.#kept += 1;
    if (name === "br") this.flow.text("\n");
    else if (name === "table") this.#part("table");
    else if (name === "tr") this.#part("row");
    else if (name === "td" || name === "th") this.#part("cell");
    else if (BLOCKS.has(name)) this.#endParagraph();
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    if (name === "pre") this.#kept -= 1;
    if (name === "table") this.flow.close("table");
    else if (name === "tr") this.flow.close("row");
    else if (name === "td" || name === "th") this.flow.close("cell");
    else if (BLOCKS.has(name)) this.#endParagraph();
  }

  text(text: string): void {
    if (this.#skipping > 0) return;
    const shown = this.#kept > 0 ? text : text.replace(/[ \t\r\n\f]+/g, " ");
    if (!this.flow.inParagraph) {
      if (shown.trim() === "") return;
      this.flow.open("paragraph");
      return this.flow.text(this.#kept > 0 ? shown : shown.trimStart());
    }
    this.flow.text(shown);
  }

  #part(part: "table" | "row" | "cell"): void {
    this.#endParagraph();
    this.flow.open(part);
  }

  #endParagraph(): void {
    if (this.flow.inParagraph) this.flow.close("paragraph");
  }
}
