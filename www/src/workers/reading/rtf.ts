//! Rich text: a tokenizer of groups, control words and bytes in code pages, by Microsoft's RTF specification 1.9.1.
//! Footnotes and text boxes come at the end; pictures, styles, headers, footers, comments, hidden text and what was deleted are left out.

import type { Read } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";

/** Groups within groups; Word itself stops much earlier. */
const DEEPEST = 1_000;

/** Groups whose words are no part of the text. */
const SKIPPED = new Set(
  ("fonttbl colortbl stylesheet info pict header headerl headerr headerf footer footerl footerr footerf annotation atnid atnauthor " +
    "listtable listoverridetable revtbl rsidtbl generator themedata datastore xmlnstbl latentstyles nonshppict objdata bkmkstart bkmkend " +
    "fldinst filetbl template ftnsep ftnsepc aftnsep aftnsepc").split(" "),
);
/** What a control word stands for in the text. */
const SIGNS = new Map(Object.entries({
  par: "\n\n", sect: "\n\n", page: "\n\n", row: "\n", line: "\n", tab: "\t", cell: "\t", nestcell: "\t", nestrow: "\n", emdash: "—", endash: "–",
  lquote: "‘", rquote: "’", ldblquote: "“", rdblquote: "”", bullet: "•", emspace: "\u2003", enspace: "\u2002", qmspace: "\u2005", "~": "\u00a0",
  "-": "\u00ad", _: "-",
}));
/** Windows character sets that fonts name, as code pages. */
const CHARSETS: Record<number, number> = {
  0: 1252, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250,
};
/** Code pages by the names that TextDecoder knows them by. */
const PAGES: Record<number, string> = {
  437: "windows-1252", 850: "windows-1252", 866: "ibm866", 874: "windows-874", 932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 10000: "macintosh",
  10007: "x-mac-cyrillic", 65001: "utf-8",
};

interface Group {
  /** Where its words go. */
  to: "text" | "notes" | "nowhere" | "fonts" | "title" | "author";
  hidden: boolean;
  deleted: boolean;
  /** How many characters stand for a \u for readers without Unicode. */
  after: number;
  page: number;
}

export function readRtf(bytes: Uint8Array): Read {
  const reader = new Rtf(new TextDecoder("latin1").decode(bytes));
  reader.run();
  const text = reader.text.replace(/[ \t]+\n/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
  const { title, author } = reader;
  return { source: text, format: "plain", origin: { kind: "rtf", ...(title && { title }), ...(author && { author }) } };
}

class Rtf {
  #out: Record<"text" | "notes" | "title" | "author", string[]> = { text: [], notes: [], title: [], author: [] };
  #group: Group = { to: "text", hidden: false, deleted: false, after: 1, page: 1252 };
  #outer: Group[] = [];
  /** Bytes that wait for the rest of their character. */
  #bytes: number[] = [];
  /** Characters still to be left out after a \u. */
  #skip = 0;
  #fonts = new Map<number, number>();
  #font = 0;
  #page = 1252;

  /** `code` has a character for each byte. */
  constructor(private code: string) {}

  get text(): string {
    return [...this.#out.text, ...this.#out.notes].join("");
  }

  get title(): string {
    return this.#out.title.join("").trim().slice(0, 300);
  }

  get author(): string {
    return this.#out.author.join("").trim().slice(0, 300);
  }

  run(): void {
    const token = /\{|\}|\\'([0-9a-fA-F]{2})|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\([^a-zA-Z])|[\r\n]+|[^{}\\\r\n]+|\\$/gy;
    for (let match = token.exec(this.code); match; match = token.exec(this.code)) {
      const [all, hex, word, number, symbol] = match;
      if (all === "{") this.#open();
      else if (all === "}") this.#close();
      else if (hex !== undefined) this.#byte(Number.parseInt(hex, 16));
      else if (word === "bin") token.lastIndex += Math.max(Number(number ?? 0), 0);
      else if (word !== undefined) this.#word(word, number === undefined ? undefined : Number(number));
      else if (symbol !== undefined) this.#symbol(symbol);
      else if (!/^[\r\n\\]/.test(all)) this.#literal(all);
    }
    this.#flush();
    if (this.#outer.length > 0 && this.text.trim() === "") throw READERS.broken("it ends within a group");
  }

  #open(): void {
    this.#flush();
    if (this.#outer.length >= DEEPEST) throw READERS.nested(DEEPEST);
    this.#outer.push(this.#group);
    this.#group = { ...this.#group };
    this.#skip = 0;
  }

  #close(): void {
    this.#flush();
    this.#group = this.#outer.pop() ?? this.#group;
    this.#skip = 0;
  }

  #symbol(symbol: string): void {
    if (symbol === "*") {
      // A group that only some programs know; what is of use in it is named again.
      if (this.#group.to === "text" || this.#group.to === "notes") this.#group.to = "nowhere";
    } else if (symbol === "\n" || symbol === "\r") this.#add("\n\n");
    else this.#add(SIGNS.get(symbol) ?? ("{}\\".includes(symbol) ? symbol : ""));
  }

  #word(word: string, number: number | undefined): void {
    const group = this.#group;
    const sign = SIGNS.get(word);
    if (sign !== undefined) return this.#add(sign);
    switch (word) {
      case "u":
        this.#flush();
        if (number !== undefined) this.#put(String.fromCharCode(number < 0 ? number + 65_536 : number));
        this.#skip = group.after;
        break;
      case "uc":
        group.after = Math.max(number ?? 1, 0);
        break;
      case "ansicpg":
        this.#page = group.page = number ?? 1252;
        break;
      case "mac":
        this.#page = group.page = 10_000;
        break;
      case "f":
        this.#flush();
        this.#font = number ?? 0;
        if (group.to !== "fonts") group.page = this.#fonts.get(this.#font) ?? this.#page;
        break;
      case "fcharset":
        if (group.to === "fonts") this.#fonts.set(this.#font, CHARSETS[number ?? 0] ?? this.#page);
        break;
      case "plain":
        this.#flush();
        group.hidden = group.deleted = false;
        group.page = this.#page;
        break;
      case "v":
        this.#flush();
        group.hidden = number !== 0;
        break;
      case "deleted":
        this.#flush();
        group.deleted = number !== 0;
        break;
      case "fonttbl":
        group.to = "fonts";
        break;
      case "title":
      case "author":
        if (group.to === "nowhere") group.to = word;
        break;
      case "footnote":
      case "shptxt":
        this.#flush();
        // Notes and text boxes come at the end, so that no sentence is torn. Boxes are in groups that are no text.
        group.to = "notes";
        this.#put("\n\n");
        break;
      default:
        if (SKIPPED.has(word)) {
          this.#flush();
          group.to = "nowhere";
        }
    }
  }

  #byte(byte: number): void {
    if (this.#skip > 0) this.#skip -= 1;
    else this.#bytes.push(byte);
  }

  #literal(text: string): void {
    const left = text.slice(this.#skip);
    this.#skip = Math.max(this.#skip - text.length, 0);
    if (left === "") return;
    // Old files have bytes of their code page as they are; the second byte of a character may be a letter.
    for (let at = 0; at < left.length; at += 1) this.#bytes.push(left.charCodeAt(at));
  }

  #add(text: string): void {
    this.#flush();
    if (this.#skip > 0) this.#skip -= 1;
    else this.#put(text);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Uint8Array.from(this.#bytes);
    this.#bytes = [];
    this.#put(decoder(this.#group.page).decode(bytes));
  }

  #put(text: string): void {
    const { to, hidden, deleted } = this.#group;
    if (to !== "nowhere" && to !== "fonts" && !hidden && !deleted) this.#out[to].push(text);
  }
}

const decoders = new Map<number, TextDecoder>();

function decoder(page: number): TextDecoder {
  let decoder = decoders.get(page);
  if (!decoder) {
    try {
      decoder = new TextDecoder(PAGES[page] ?? `windows-${page}`);
    } catch {
      decoder = new TextDecoder("windows-1252");
    }
    decoders.set(page, decoder);
  }
  return decoder;
}
