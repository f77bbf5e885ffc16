//! A report as a document for word processors (Office Open XML), from the same markup as the HTML file's: what is read there on paper,
//! to be edited. It holds no program, and computes nothing.

import { formats } from "../../words/format.ts";
import { zip } from "../zip.ts";
import { body } from "./body.ts";
import type { Counted, ReportData } from "./data.ts";

const W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Twentieths of a point between the margins of a page of A4. */
const WIDTH = 9638;

/** What stands on the screen alone, or needs the program. */
const LEFT_OUT = ".again, .panes.whole, ol.passages";

/** Makes the file. */
export function docx(data: ReportData, counted: Counted): Promise<Blob> {
  const { text } = body(data, counted, formats(data.locale));
  const page = new DOMParser().parseFromString(text, "text/html");
  for (const element of page.querySelectorAll(LEFT_OUT)) element.remove();
  return zip([
    ["[Content_Types].xml", CONTENT_TYPES],
    ["_rels/.rels", `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`],
    ["docProps/core.xml", `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escaped(data.title)}</dc:title><dc:creator>${escaped(data.by)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${data.made.replace(/\.\d+Z$/, "Z")}</dcterms:created></cp:coreProperties>`],
    ["word/_rels/document.xml.rels", `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/styles" Target="styles.xml"/><Relationship Id="r2" Type="${RELATIONS}/footer" Target="footer.xml"/></Relationships>`],
    ["word/styles.xml", STYLES],
    ["word/footer.xml", FOOTER],
    ["word/document.xml", `${HEAD}<w:document xmlns:w="${W}" xmlns:r="${RELATIONS}"><w:body>${blocks(page.body, WIDTH)}<w:sectPr><w:footerReference w:type="default" r:id="r2"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`],
  ]);
}

const STYLE_OF: Record<string, string> = { H1: "Title", H2: "Heading1", H3: "Heading2", H4: "Heading3", CAPTION: "Heading3" };

/** The paragraphs and tables of an element, `width` twentieths of a point wide. */
function blocks(element: Element, width: number): string {
  let found = "";
  /** What stands beside blocks and in none. */
  let loose = "";
  const flush = () => {
    if (loose) found += paragraph(loose);
    loose = "";
  };
  for (const node of element.childNodes) {
    if (!(node instanceof Element)) {
      if (node.textContent!.trim()) loose += runs(node, {});
      continue;
    }
    if (isInline(node)) {
      loose += runs(node, {});
      continue;
    }
    flush();
    found += block(node, width);
  }
  flush();
  return found;
}

function block(element: Element, width: number): string {
  const { tagName } = element;
  if (tagName in STYLE_OF) return paragraph(runs(element, {}), STYLE_OF[tagName], isRightToLeft(element));
  if (tagName === "P") return paragraph(runs(element, {}), element.classList.contains("quiet") ? "Quiet" : undefined, isRightToLeft(element));
  if (tagName === "LI") return paragraph(text("•\t", {}) + runs(element, {}), "List", isRightToLeft(element));
  if (tagName === "TABLE") return table(rowsOf(element), width, element.querySelectorAll("thead tr").length);
  if (tagName === "DL") {
    const pairs = [...element.querySelectorAll("dt")].map((term) => [term, term.nextElementSibling!] as const);
    if (!element.classList.contains("figures")) return table(pairs.map(([term, value]) => [cell(term), cell(value)]), width, 0, [0.3, 0.7]);
    return table([pairs.map(([term]) => cell(term)), pairs.map(([, value]) => cell(value))], width, 1);
  }
  if (element.classList.contains("panes")) return table([[...element.children].map((pane) => (inner: number) => blocks(pane, inner))], width, 0);
  if (element.classList.contains("text") || element.classList.contains("note")) return lines(element);
  return blocks(element, width);
}

/** The lines of a text, each a paragraph. */
function lines(element: Element): string {
  const mirrored = isRightToLeft(element);
  return runs(element, {}).split(LINE_END).map((line) => paragraph(line, "Excerpt", mirrored)).join("");
}

type Cell = (width: number) => string;

function rowsOf(table: Element): Cell[][] {
  const caption = [...table.querySelectorAll("caption")].map((one) => [cell(one)]);
  return [...caption, ...[...table.querySelectorAll("tr")].map((row) => [...row.children].map(cell))];
}

function cell(element: Element): Cell {
  const isHead = element.tagName === "TH" || element.tagName === "DT";
  return () => paragraph(runs(element, isHead ? { bold: true } : {}), element.classList.contains("n") ? "Number" : "Cell", isRightToLeft(element));
}

/** A table; its first `heads` rows are headings, which stand on each of its pages. */
function table(rows: Cell[][], width: number, heads: number, shares?: number[]): string {
  const columns = Math.max(1, ...rows.map(({ length }) => length));
  const widthOf = (at: number) => Math.floor(width * (shares?.[at] ?? 1 / columns));
  const written = rows.map((cells, at) => {
    const each = cells.map((cell, column) => {
      // A row of one cell, such as a caption, is as wide as the table.
      const span = cells.length < columns && column === cells.length - 1 ? columns - column : 1;
      const own = widthOf(column) * span;
      return `<w:tc><w:tcPr><w:tcW w:w="${own}" w:type="dxa"/>${span > 1 ? `<w:gridSpan w:val="${span}"/>` : ""}</w:tcPr>${cell(own) || paragraph("")}</w:tc>`;
    });
    return `<w:tr>${at < heads ? "<w:trPr><w:cantSplit/><w:tblHeader/></w:trPr>" : ""}${each.join("")}</w:tr>`;
  });
  const borders = ["top", "bottom", "insideH"].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C8C8C0"/>`).join("");
  const grid = Array.from({ length: columns }, (_, at) => `<w:gridCol w:w="${widthOf(at)}"/>`).join("");
  return `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblBorders>${borders}</w:tblBorders><w:tblLayout w:type="fixed"/><w:tblCellMar><w:left w:w="60" w:type="dxa"/><w:right w:w="60" w:type="dxa"/></w:tblCellMar></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${written.join("")}</w:tbl>${paragraph("", "Gap")}`;
}

function paragraph(content: string, style?: string, mirrored = false): string {
  const properties = `${style ? `<w:pStyle w:val="${style}"/>` : ""}${mirrored ? "<w:bidi/>" : ""}`;
  return `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content.replaceAll(LINE_END, "<w:r><w:br/></w:r>")}</w:p>`;
}

/** How a run is written. */
interface Look {
  bold?: boolean;
  italic?: boolean;
  small?: boolean;
  code?: boolean;
  underline?: "single" | "dash" | "wave";
  /** Words that both documents have. */
  shared?: boolean;
  /** Words that do not count. */
  quiet?: boolean;
}

/** Stands for the end of a line among runs; it is in no text, as control characters are not. */
const LINE_END = "\u0001";

function runs(node: Node, look: Look): string {
  if (!(node instanceof Element)) {
    // A text keeps its spaces and line ends; elsewhere they are what markup has between its words.
    const kept = node.parentElement?.closest(".text, .note");
    const said = kept ? node.textContent! : node.textContent!.replace(/[ \t\n]+/g, " ");
    return said.split("\n").map((line) => text(line, look)).join(LINE_END);
  }
  if (node.tagName === "BR") return LINE_END;
  const { classList } = node;
  if (classList.contains("chip")) return text(`[${node.textContent}] `, { ...look, bold: true });
  const own: Look = {
    ...look,
    ...(["B", "STRONG"].includes(node.tagName) ? { bold: true } : {}),
    ...(classList.contains("and") ? { italic: true } : {}),
    ...(node.tagName === "SMALL" ? { small: true } : {}),
    ...(node.tagName === "CODE" ? { code: true } : {}),
    ...(node.tagName === "U" ? { underline: "single" as const } : {}),
    ...(classList.contains("same") ? { shared: true } : {}),
    ...(classList.contains("edited") ? { underline: "dash" as const } : {}),
    ...(classList.contains("seen") ? { underline: "wave" as const } : {}),
    ...(classList.contains("template") || classList.contains("left-out") ? { quiet: true, italic: true } : {}),
  };
  // Side by side there are gaps between them on the screen.
  const apart = node.tagName === "LI" && node.parentElement?.classList.contains("legend") ? text("   ", {}) : "";
  return [...node.childNodes].map((child) => runs(child, own)).join("") + apart;
}

function text(said: string, { bold, italic, small, code, underline, shared, quiet }: Look): string {
  if (said === "") return "";
  const properties = [
    code && '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:cs="Courier New"/>',
    bold && "<w:b/><w:bCs/>",
    italic && "<w:i/><w:iCs/>",
    quiet && '<w:color w:val="6B6B6B"/>',
    (small || code) && '<w:sz w:val="16"/><w:szCs w:val="16"/>',
    underline && `<w:u w:val="${underline}"/>`,
    shared && '<w:shd w:val="clear" w:color="auto" w:fill="F7E3A8"/>',
    RIGHT_TO_LEFT.test(said) && "<w:rtl/>",
  ].filter(Boolean).join("");
  const tabbed = escaped(said).replaceAll("\t", '</w:t><w:tab/><w:t xml:space="preserve">');
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${tabbed}</w:t></w:r>`;
}

const INLINE = ["A", "B", "BDI", "BR", "CODE", "MARK", "SMALL", "SPAN", "STRONG", "U"];

function isInline({ tagName }: Element): boolean {
  return INLINE.includes(tagName);
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether the first letter of an element that may turn is of a script that is read from right to left. */
function isRightToLeft(element: Element): boolean {
  const letter = /\p{L}/u.exec(element.textContent!)?.[0];
  return element.getAttribute("dir") === "auto" && letter !== undefined && RIGHT_TO_LEFT.test(letter);
}

/** What stands for characters that XML cannot have was put in their place when the markup was made; halves of characters are left. */
function escaped(said: string): string {
  return said.replace(/\p{Surrogate}/gu, "\ufffd").replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, "\ufffd");
}

const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
  ["word/document.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"],
  ["word/styles.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.styles+xml"],
  ["word/footer.xml", "application/vnd.openxmlformats-officedocument.wordprocessingml.footer+xml"],
  ["docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"],
].map(([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`).join("")}</Types>`;

const FIELD = (code: string) => `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>1</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const FOOTER = `${HEAD}<w:ftr xmlns:w="${W}"><w:p><w:pPr><w:pStyle w:val="Number"/></w:pPr>${FIELD("PAGE")}<w:r><w:t xml:space="preserve"> / </w:t></w:r>${FIELD("NUMPAGES")}</w:p></w:ftr>`;

function style(id: string, name: string, paragraph: string, run: string): string {
  return `<w:style w:type="paragraph"${id === "Normal" ? ' w:default="1"' : ""} w:styleId="${id}"><w:name w:val="${name}"/>${id === "Normal" ? "" : '<w:basedOn w:val="Normal"/>'}<w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;
}

const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`;
const spaced = (before: number, after: number) => `<w:spacing w:before="${before}" w:after="${after}"/>`;
const STYLES = `${HEAD}<w:styles xmlns:w="${W}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Arial"/>${size(21)}</w:rPr></w:rPrDefault></w:docDefaults>${[
  style("Normal", "Normal", spaced(0, 100), ""),
  style("Title", "Title", `<w:keepNext/>${spaced(0, 120)}`, `<w:b/>${size(40)}`),
  style("Heading1", "heading 1", `<w:keepNext/>${spaced(320, 100)}<w:outlineLvl w:val="0"/>`, `<w:b/>${size(28)}`),
  style("Heading2", "heading 2", `<w:keepNext/>${spaced(200, 60)}<w:outlineLvl w:val="1"/>`, `<w:b/>${size(22)}`),
  style("Heading3", "heading 3", `<w:keepNext/>${spaced(60, 60)}<w:outlineLvl w:val="2"/>`, `<w:b/>${size(18)}`),
  style("Quiet", "Quiet", spaced(0, 80), `<w:color w:val="5B5B5B"/>${size(18)}`),
  style("List", "List", `${spaced(0, 60)}<w:ind w:left="284" w:hanging="284"/>`, ""),
  style("Excerpt", "Excerpt", spaced(0, 40), size(18)),
  style("Cell", "Cell", spaced(20, 20), size(17)),
  style("Number", "Number", `${spaced(20, 20)}<w:jc w:val="right"/>`, size(17)),
  style("Gap", "Gap", spaced(0, 0), size(8)),
].join("")}</w:styles>`;
