//! Markup as text, for files that are read elsewhere. Whatever is filled in is escaped, unless it is markup itself.

export class Markup {
  constructor(readonly text: string) {}
}

type Part = string | number | Markup | Part[] | false | null | undefined;

/** `` markup`<b>${name}</b>` ``: the name cannot end the element, nor begin another. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Markup {
  return new Markup(strings.map((string, i) => string + (i < parts.length ? filled(parts[i]) : "")).join(""));
}

function filled(part: Part): string {
  if (part === false || part === null || part === undefined) return "";
  if (part instanceof Markup) return part.text;
  if (Array.isArray(part)) return part.map(filled).join("");
  return escape(String(part));
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\r": "&#13;" };

/** Control characters, which a browser would leave out or which would turn the text, become visible. */
export function escape(text: string): string {
  return text.replace(/[&<>"'\r]/g, (c) => ESCAPES[c]!).replace(/(?![\t\n])[\u0000-\u001f\u007f-\u009f]/g, "\ufffd");
}

/** Data as JSON that cannot end the script element it stands in. */
export function json(data: unknown): string {
  return JSON.stringify(data).replace(/[<>\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
