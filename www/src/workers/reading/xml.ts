//! XML as events. Entities that a file declares are never expanded: a file that declares any is refused.

import { Parser } from "htmlparser2";
import { READERS } from "../../words/readers.ts";

/** Elements within elements; no word processor comes near it. */
const DEEPEST = 1_000;

export type Attributes = Record<string, string>;

export interface Events {
  /** An element begins; its name is without prefix, for HTML in lower case. */
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Has `events` told of all that is in a file of XML, or of XHTML, which is read as leniently as HTML. */
export function walk(bytes: Uint8Array, events: Events, xhtml = false): void {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        depth += 1;
        if (depth > DEEPEST) throw READERS.nested(DEEPEST);
        events.open(local(name), attributes);
      },
      onclosetag(name) {
        depth -= 1;
        events.close(local(name));
      },
      ontext: (text) => events.text(text),
      onprocessinginstruction(name, data) {
        if (/^!doctype/i.test(name) && /\[|<!ENTITY/i.test(data)) throw READERS.entities;
        if (/^!(entity|element|attlist)/i.test(name)) throw READERS.entities;
      },
    },
    { xmlMode: !xhtml, decodeEntities: true, recognizeSelfClosing: true, recognizeCDATA: true },
  );
  parser.end(decoded(bytes));
}

/** An attribute by its name without prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  for (const key in attributes) if (local(key) === name) return attributes[key];
  return undefined;
}

/** A whole file of XML that is small: the texts of its elements with these names, the first of each. */
export function values(bytes: Uint8Array, ...names: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  let current: string | undefined;
  walk(bytes, {
    open: (name) => {
      if (names.includes(name) && !(name in found)) found[(current = name)] = "";
    },
    close: (name) => {
      if (name === current) current = undefined;
    },
    text: (text) => {
      if (current) found[current] += text;
    },
  });
  for (const name in found) found[name] = found[name]!.replace(/\s+/g, " ").trim().slice(0, 300);
  return found;
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/** XML is UTF-8 unless it says otherwise. */
function decoded(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  const bom = head.startsWith("\xff\xfe") ? "utf-16le" : head.startsWith("\xfe\xff") ? "utf-16be" : undefined;
  const label = bom ?? /^[^>]*encoding\s*=\s*["']([\w-]+)["']/.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
