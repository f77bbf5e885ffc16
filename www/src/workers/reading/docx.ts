//! Word documents: the text as it reads with all changes accepted. Footnotes and endnotes come at the end; headers,
//! footers, comments, hidden text and what was deleted are left out.

import type { Read } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";
import { Flow } from "./flow.ts";
import { attribute, values, walk } from "./xml.ts";
import type { Attributes } from "./xml.ts";
import type { Zip } from "./zip.ts";

/** Deleted or moved away, older copies of drawings for older programs, settings, the readings beside signs. */
const SKIPPED = new Set(["del", "moveFrom", "Fallback", "pPr", "tblPr", "trPr", "tcPr", "sectPr", "instrText", "delText", "rt"]);
const PARTS = new Map([["p", "paragraph"], ["tbl", "table"], ["tr", "row"], ["tc", "cell"]] as const);

export async function readDocx(zip: Zip): Promise<Read> {
  const main = await mainPart(zip);
  const folder = main.slice(0, main.lastIndexOf("/") + 1);
  const flow = new Flow();
  const document = new Document(flow);
  walk(await zip.read(main), document);
  if (!document.found) throw READERS.wrongKind("a Word document");
  flow.close("paragraph");
  for (const notes of ["footnotes.xml", "endnotes.xml"]) {
    if (zip.has(folder + notes)) walk(await zip.read(folder + notes), new Document(flow));
  }
  const core = zip.has("docProps/core.xml") ? values(await zip.read("docProps/core.xml"), "title", "creator") : {};
  return { source: flow.finish(), format: "plain", origin: { kind: "docx", ...(core.title && { title: core.title }), ...(core.creator && { author: core.creator }) } };
}

/** The part that the package says is its document. */
async function mainPart(zip: Zip): Promise<string> {
  let target = "word/document.xml";
  if (zip.has("_rels/.rels")) {
    walk(await zip.read("_rels/.rels"), {
      open: (_, attributes) => {
        if (attribute(attributes, "Type")?.endsWith("/officeDocument")) target = attribute(attributes, "Target") ?? target;
      },
      close: () => undefined,
      text: () => undefined,
    });
  }
  return target.replace(/^\//, "");
}

class Document {
  /** Whether there was a document in it. */
  found = false;
  #skipping = 0;
  #hidden = false;
  #inText = 0;

  constructor(private flow: Flow) {}

  open(name: string, attributes: Attributes): void {
    if (this.#skipping > 0 || SKIPPED.has(name) || isSeparator(name, attributes)) {
      this.#skipping += 1;
      return;
    }
    const part = PARTS.get(name as "p");
    if (part) return this.flow.open(part);
    switch (name) {
      case "body":
        this.found = true;
        break;
      case "r":
        this.#hidden = false;
        break;
      case "vanish":
        this.#hidden = !["0", "false", "off"].includes(attribute(attributes, "val") ?? "");
        break;
      case "t":
        this.#inText += 1;
        break;
      case "tab":
        this.#add("\t");
        break;
      case "br":
      case "cr":
        this.#add("\n");
        break;
      case "noBreakHyphen":
        this.#add("-");
        break;
      case "softHyphen":
        this.#add("\u00ad");
    }
  }

  close(name: string): void {
    if (this.#skipping > 0) {
      this.#skipping -= 1;
      return;
    }
    const part = PARTS.get(name as "p");
    if (part) this.flow.close(part);
    else if (name === "t") this.#inText -= 1;
  }

  text(text: string): void {
    if (this.#skipping === 0 && this.#inText > 0) this.#add(text);
  }

  #add(text: string): void {
    if (!this.#hidden) this.flow.text(text);
  }
}

/** The lines that Word draws above footnotes are footnotes too. */
function isSeparator(name: string, attributes: Attributes): boolean {
  return (name === "footnote" || name === "endnote") && attribute(attributes, "type") !== undefined;
}
