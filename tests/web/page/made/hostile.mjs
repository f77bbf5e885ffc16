// Files that are locked, broken, or made to do harm; each with what is to be said of it.

import { PDFDocument } from "pdf-lib";
import { docx, docxOf, epub, odtOf, paragraph } from "./documents.mjs";
import { zip } from "./zip.mjs";

const XML = '<?xml version="1.0"?>';
const LAUGHS = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ""};`.repeat(10)}">`).join("")}]>`;
const word = (xml) => zip([["[Content_Types].xml", "<Types/>"], ["word/document.xml", xml]]);
const compound = (text) => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504), Buffer.from(text, "utf16le"), Buffer.alloc(512)]);

/** A PDF of pages that are pictures. */
async function scanned(pages) {
  const document = await PDFDocument.create();
  const dot = await document.embedPng(Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64"));
  for (let at = 0; at < pages; at += 1) document.addPage([595, 842]).drawImage(dot, { x: 0, y: 0, width: 595, height: 842 });
  return Buffer.from(await document.save());
}

/** A PDF that says it is encrypted, for which nobody has the password. */
const LOCKED_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj
4 0 obj<</Filter/Standard/V 2/R 3/Length 128/P -3904/O<${"5a".repeat(32)}>/U<${"a5".repeat(32)}>>>endobj
trailer<</Root 1 0 R/Encrypt 4 0 R/ID[<00112233445566778899aabbccddeeff><00112233445566778899aabbccddeeff>]/Size 5>>
%%EOF`;

/** A PDF of more pages than anybody reads. */
const COUNTLESS_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 6000/Kids[${Array.from({ length: 6000 }, (_, at) => `${at + 3} 0 R`).join(" ")}]>>endobj
${Array.from({ length: 6000 }, (_, at) => `${at + 3} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj`).join("\n")}
trailer<</Root 1 0 R/Size 6003>>
%%EOF`;

/** `[name, bytes, what is said of it]`. */
export async function hostile() {
  const whole = docx(["A document that is cut off in its middle, as by a bad connection."]);
  const essay = docx(["An essay within archives."]);
  return [
    ["scan.pdf", await scanned(3), /^No text in it; its 3.pages are pictures or empty: run text recognition \(OCR\)/],
    ["locked.pdf", LOCKED_PDF, /^Protected by a password: remove the password/],
    ["cut.pdf", Buffer.from("%PDF-1.7\nand nothing else"), /^The file is damaged \(.+\): open it in the program that made it/],
    ["countless.pdf", COUNTLESS_PDF, /^It says that it has 6,000.pages; the limit here is 5,000/],
    ["locked.docx", compound("EncryptedPackage"), /^Protected by a password/],
    ["old.doc", compound("WordDocument"), /^An older Office file, which is not supported: save it as \.docx or PDF/],
    ["cut.docx", whole.subarray(0, whole.length - 200), /^The file is damaged \(.+\)/],
    ["changed.docx", changed(whole), /^The file is damaged \(.+\)/],
    ["laughs.docx", word(`${XML}${LAUGHS}<w:document><w:body><w:p><w:r><w:t>&lol9;</w:t></w:r></w:p></w:body></w:document>`), /^Its XML declares entities/],
    ["outside.docx", word(`${XML}<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:document><w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>`), /^Its XML declares entities/],
    ["deep.docx", docxOf(`${"<w:tbl><w:tr><w:tc>".repeat(50_000)}${paragraph("deep")}`), /^Its parts are nested more than 1,000 deep/],
    ["bomb.docx", word(`${XML}<w:document><w:body>${" ".repeat(300 * 1024 * 1024)}</w:body></w:document>`), /^It unpacks to more than .+, or to far more than it could hold/],
    ["sheet.docx", zip([["[Content_Types].xml", "<Types/>"], ["xl/workbook.xml", "<workbook/>"]]), /^A spreadsheet, which is not supported/],
    ["other.docx", word(`${XML}<html></html>`), /^Not a Word document, although its name says so: request a new copy/],
    ["locked.odt", odtOf("<text:p>x</text:p>", { manifest: '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>' }), /^Protected by a password/],
    ["locked.epub", epub([["Bought, and locked."]], { encryption: true }), /^Protected against copying/],
    ["deep.rtf", `{\\rtf1 ${"{".repeat(100_000)}deep`, /^Its parts are nested more than 1,000 deep/],
    ["cut.ipynb", '{"cells": [{"cell_type": "code", "sour', /^The file is damaged \(it is not complete JSON/],
    ["other.ipynb", '{"a": 1}', /^Not a notebook, although its name says so/],
    ["many.zip", zip(Array.from({ length: 10_000 }, (_, at) => [`${at}.txt`, "word"]), { level: 0 }), /^It contains more than 5,000.files: unpack it/],
    ["locked.zip/essay.txt", zip([["essay.txt", "locked away"], ["open.txt", "This one is not locked."]], { locked: ["essay.txt"] }), /^Protected by a password/],
    ["outside.zip/../../passwd.txt", zip([["../../passwd.txt", "root"], ["inside.txt", "This one stays inside."]]), /^Its path leads out of the archive: do not trust it/],
    ["nested.zip/two.zip/three.zip", zip([["two.zip", zip([["three.zip", zip([["essay.docx", essay]])], ["two.txt", "Within two archives."]])]]), /^An archive inside two other archives is not opened/],
    ["bomb.zip/zeros.txt", zip([["zeros.txt", Buffer.alloc(300 * 1024 * 1024)], ["small.txt", "Beside a bomb."]]), /^It unpacks to more than/],
    ["cut.zip", zip([["a.txt", "a"]]).subarray(0, 40), /^The file is damaged/],
  ];
}

/** A file with one byte of its largest part changed, which its checksum tells. */
function changed(file) {
  const copy = Buffer.from(file);
  const at = copy.indexOf("word/document.xml") + 40;
  copy[at] ^= 0x55;
  return copy;
}

/** What stands beside bad files in their archives, and must not be lost with them. */
export const SURVIVORS = ["open.txt", "inside.txt", "two.txt", "small.txt"];
