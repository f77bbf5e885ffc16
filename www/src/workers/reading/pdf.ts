//! PDFs: where every sign stands is known, what it belongs to is not. Signs become lines (pdf/lines.ts), lines are put in
//! reading order (pdf/columns.ts), what is repeated at the edges of pages is left out (pdf/heads.ts), and lines are
//! joined to paragraphs (pdf/paragraphs.ts).

import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs";
import * as handler from "pdfjs-dist/legacy/build/pdf.worker.mjs";
import characterMaps from "readers/cmaps";
import { READERS } from "../../words/readers.ts";
import type { Origin, Read } from "../../protocol/reading.ts";
import type { PageRead } from "./document.ts";
import { inColumns } from "./pdf/columns.ts";
import { withoutHeads } from "./pdf/heads.ts";
import { fragments } from "./pdf/lines.ts";
import type { Fragment } from "./pdf/lines.ts";
import { inParagraphs } from "./pdf/paragraphs.ts";
import { isTrouble, reasonOf } from "./problems.ts";
import { Zip, budget } from "./zip.ts";

/** Pages of a document; a file can claim any number of them. */
const MOST_PAGES = 5_000;
/** A text of which more than this share are private signs says nothing. */
const PRIVATE = 0.3;

// The part of pdf.js that has a worker of its own elsewhere runs in this one.
(globalThis as { pdfjsWorker?: unknown }).pdfjsWorker = handler;

/** The tables that old fonts of Chinese, Japanese and Korean are read by; they lie in one archive. */
class CharacterMaps {
  static #all: Promise<Zip> | undefined;

  async fetch({ name }: { name: string }): Promise<{ cMapData: Uint8Array; isCompressed: boolean }> {
    CharacterMaps.#all ??= fetch(new URL(characterMaps, import.meta.url)).then(async (answer) => Zip.open(await answer.blob(), budget()));
    return { cMapData: await (await CharacterMaps.#all).read(`${name}.bcmap`), isCompressed: true };
  }
}

export async function readPdf(data: Uint8Array, pageRead: PageRead): Promise<Read> {
  const task = pdfjs.getDocument({
    data,
    CMapReaderFactory: CharacterMaps,
    disableFontFace: true,
    disableWorkerRendering: true,
    isEvalSupported: false,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
    useSystemFonts: false,
    useWasm: false,
    useWorkerFetch: false,
    verbosity: 0,
  } as Parameters<typeof pdfjs.getDocument>[0]);
  try {
    const document = await task.promise;
    if (document.numPages > MOST_PAGES) throw READERS.manyPages(document.numPages, MOST_PAGES);
    const { pages, broken } = await pagesOf(document, pageRead);
    if (broken === document.numPages) throw READERS.broken("none of its pages can be read");
    const ordered = inColumns(withoutHeads(pages));
    const { text, starts } = inParagraphs(ordered);
    if (!/[\p{L}\p{N}]/u.test(text)) throw /\p{Co}|\ufffd/u.test(text) ? READERS.noLetters : READERS.noText(document.numPages);
    if (privateShare(text) > PRIVATE) throw READERS.noLetters;
    const blank = pages.filter((page) => page.fragments.length === 0).length;
    return { source: text, format: "plain", pages: starts, origin: { kind: "pdf", ...(await about(document)), ...(blank > 0 && { blank }) } };
  } catch (error) {
    if (isTrouble(error)) throw error;
    if ((error as Error).name === "PasswordException") throw READERS.protectedFile;
    throw READERS.broken(reasonOf(error));
  } finally {
    await task.destroy();
  }
}

/** A page: its size in points, and its stretches of text. */
export interface Page {
  width: number;
  height: number;
  fragments: Fragment[];
}

async function pagesOf(document: pdfjs.PDFDocumentProxy, pageRead: PageRead): Promise<{ pages: Page[]; broken: number }> {
  const pages: Page[] = [];
  let broken = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    try {
      const page = await document.getPage(number);
      const view = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent();
      pages.push({ width: view.width, height: view.height, fragments: fragments(items, view.transform) });
      page.cleanup();
    } catch {
      broken += 1;
      pages.push({ width: 0, height: 0, fragments: [] });
    }
    pageRead(number, document.numPages);
  }
  return { pages, broken };
}

async function about(document: pdfjs.PDFDocumentProxy): Promise<Pick<Origin, "title" | "author">> {
  const info = (await document.getMetadata().catch(() => undefined))?.info as { Title?: unknown; Author?: unknown } | undefined;
  const said = (value: unknown) => (typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, 300) : "");
  const [title, author] = [said(info?.Title), said(info?.Author)];
  return { ...(title && { title }), ...(author && { author }) };
}

function privateShare(text: string): number {
  const signs = text.replace(/\s+/g, "").length;
  return (text.match(/\p{Co}|\ufffd/gu)?.length ?? 0) / Math.max(signs, 1);
}
