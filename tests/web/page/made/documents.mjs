// Documents of each kind that is read, made from paragraphs as the programs make them that people use.

import { PDFDocument, StandardFonts } from "pdf-lib";
import { zip } from "./zip.mjs";

export const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";

/** A paragraph of a Word document, in two runs as it is after somebody has corrected something. */
export const paragraph = (text) => {
  const middle = text.indexOf(" ", text.length / 2) + 1;
  const run = (part) => `<w:r><w:t xml:space="preserve">${escaped(part)}</w:t></w:r>`;
  return `<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs></w:pPr>${run(text.slice(0, middle))}${run(text.slice(middle))}</w:p>`;
};

/** A Word document; `body` is the markup in it, and `parts` more parts of the package. */
export function docxOf(body, { title = "", author = "", parts = [] } = {}) {
  return zip([
    ["[Content_Types].xml", `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`],
    ["_rels/.rels", `${XML}<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`],
    ["docProps/core.xml", `${XML}<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator></cp:coreProperties>`],
    ["word/document.xml", `${XML}<w:document xmlns:w="${W}"><w:body>${body}<w:sectPr/></w:body></w:document>`],
    ...parts,
  ]);
}

export const docx = (paragraphs, about = {}) => docxOf(paragraphs.map(paragraph).join(""), about);

export function odtOf(body, { title = "", author = "", manifest = "" } = {}) {
  return zip([
    ["mimetype", "application/vnd.oasis.opendocument.text"],
    ["META-INF/manifest.xml", `${XML}<manifest:manifest xmlns:manifest="m">${manifest}</manifest:manifest>`],
    ["meta.xml", `${XML}<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:dc="d"><office:meta><dc:title>${escaped(title)}</dc:title><meta:initial-creator>${escaped(author)}</meta:initial-creator></office:meta></office:document-meta>`],
    ["content.xml", `${XML}<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>${body}</office:text></office:body></office:document-content>`],
  ]);
}

export const odt = (paragraphs, about = {}) => odtOf(paragraphs.map((text) => `<text:p text:style-name="P1">${escaped(text)}</text:p>`).join(""), about);

/** A book of chapters, each a list of paragraphs, with a table of contents. */
export function epub(chapters, { title = "", author = "", encryption } = {}) {
  const names = chapters.map((_, at) => `text/chapter ${at + 1}.xhtml`);
  const page = (body) => `${XML}<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x.js"/><style>p {}</style></head><body>${body}</body></html>`;
  return zip([
    ["mimetype", "application/epub+zip"],
    ["META-INF/container.xml", `${XML}<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>`],
    ...(encryption ? [["META-INF/encryption.xml", `${XML}<encryption><EncryptedData><CipherData><CipherReference URI="OEBPS/text/chapter%201.xhtml"/></CipherData></EncryptedData></encryption>`]] : []),
    ["OEBPS/book.opf", `${XML}<package><metadata xmlns:dc="d"><dc:title>${escaped(title)}</dc:title><dc:creator>${escaped(author)}</dc:creator></metadata><manifest>` +
      `<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>` +
      names.map((name, at) => `<item id="c${at}" href="${encodeURI(name)}" media-type="application/xhtml+xml"/>`).join("") +
      `</manifest><spine><itemref idref="nav"/>${names.map((_, at) => `<itemref idref="c${at}"/>`).join("")}</spine></package>`],
    ["OEBPS/nav.xhtml", page("<nav><ol><li>Contents</li></ol></nav>")],
    ...names.map((name, at) => [`OEBPS/${name}`, page(chapters[at].map((text) => `<p>${escaped(text).replaceAll(" ", "\n ")}</p>`).join(""))]),
  ]);
}

/** Rich text as word processors write it: code pages, \u with what older readers show, and an info group. */
export function rtf(paragraphs, { title = "", author = "" } = {}) {
  const written = (text) =>
    [...text].map((sign) => {
      const code = sign.codePointAt(0);
      if ("{}\\".includes(sign)) return `\\${sign}`;
      if (code < 128) return sign;
      if (code < 256 && code >= 0xa0) return `\\'${code.toString(16)}`;
      return [...Array(sign.length).keys()].map((at) => `\\u${(sign.charCodeAt(at) << 16) >> 16}?`).join("");
    }).join("");
  return "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\froman\\fcharset0 Times New Roman;}}{\\colortbl;\\red0\\green0\\blue0;}" +
    `{\\info{\\title ${written(title)}}{\\author ${written(author)}}}{\\header\\pard The running head\\par}\n` +
    `${paragraphs.map((text) => `\\pard\\plain\\f0\\fs24 ${written(text)}\\par`).join("\r\n")}}`;
}

export function notebook(cells) {
  return JSON.stringify({
    cells: cells.map(([cell_type, source, output]) => ({
      cell_type,
      metadata: {},
      source: source.split(/(?<=\n)/),
      ...(cell_type === "code" && { execution_count: 1, outputs: output ? [{ output_type: "stream", name: "stdout", text: [output] }] : [] }),
    })),
    metadata: { kernelspec: { name: "python3" } },
    nbformat: 4,
    nbformat_minor: 5,
  });
}

export const html = (paragraphs, title = "") => `<!doctype html><title>${escaped(title)}</title>\n${paragraphs.map((text) => `<p>${escaped(text)}</p>`).join("\n")}`;

/** Lines of `text` no wider than `width` when set in `font`. */
function lines(text, font, size, width) {
  const found = [];
  for (const word of text.split(" ")) {
    const longer = found.length > 0 ? `${found.at(-1)} ${word}` : word;
    if (found.length > 0 && font.widthOfTextAtSize(longer, size) <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  return found;
}

/**
 * A PDF of `paragraphs` in `columns`, broken into lines and pages, with `head` and a page number on each page. `drawn`
 * may set more on a page: `drawn(page, number, font)`.
 */
export async function pdf(paragraphs, { title = "", author = "", head = "", columns = 1, rows = 44, numbered = true, drawn = () => undefined } = {}) {
  const document = await PDFDocument.create();
  document.setTitle(title);
  document.setAuthor(author);
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const font = await document.embedFont(StandardFonts.TimesRoman);
  const [size, left, gutter] = [11, 72, 24];
  const width = (595 - 2 * left - (columns - 1) * gutter) / columns;
  const set = paragraphs.flatMap((text) => lines(text, font, size, width - 14).map((line, at) => ({ line, indent: at === 0 ? 14 : 0 })));
  for (let at = 0, number = 1; at < set.length || number === 1; number += 1) {
    const page = document.addPage([595, 842]);
    if (head) page.drawText(head, { x: left, y: 800, size: 9, font });
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows && at < set.length; row += 1, at += 1) {
        page.drawText(set[at].line, { x: left + column * (width + gutter) + set[at].indent, y: 760 - row * 15, size, font });
      }
    }
    if (numbered) page.drawText(String(number), { x: 290, y: 40, size: 9, font });
    drawn(page, number, font);
  }
  return Buffer.from(await document.save());
}
