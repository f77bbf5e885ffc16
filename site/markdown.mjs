//! Markdown as it stands in the repository, made HTML of the site: headings with anchors as hosts of repositories give them, links
//! from file to file made links from page to page.

import { posix } from "node:path";
import { Marked } from "marked";

export const escape = (text) => text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);

/** What of inline Markdown can be read aloud. */
const plain = (markdown) => markdown.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]|\\(?=\W)/g, "");

/** The anchor of a heading. */
export const anchorOf = (heading) => plain(heading).toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").trim().replace(/\s/g, "-");

/** The title of a document: its first heading. */
export const titleOf = (text) => plain(/^# (.+)$/m.exec(text)?.[1] ?? "");

/** The first sentences of a document, for what lists it. */
export function summaryOf(text) {
  const paragraph = text.split(/\n\s*\n/).find((part) => /^[\p{L}`]/u.test(part) && !part.startsWith("```")) ?? "";
  return plain(paragraph.replace(/\s+/g, " ")).slice(0, 155);
}

/**
 * Makes HTML of a document.
 * @param text its Markdown
 * @param linked says where a link of it leads on the site: {href, title}, or {} if it leads nowhere there; `title` takes the place of a
 *   label that is a file's name
 */
export function htmlOf(text, linked) {
  const headings = [];
  const seen = new Map();
  let tables = 0;
  const marked = new Marked({ gfm: true });
  const address = (href) => (/^[a-z]+:/.test(href) ? { href } : linked(href));
  marked.use({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const base = anchorOf(heading);
        const times = seen.get(base) ?? 0;
        seen.set(base, times + 1);
        const id = times ? `${base}-${times}` : base;
        const inner = this.parser.parseInline(tokens);
        headings.push({ depth, id, inner: inner.replace(/<\/?a\b[^>]*>/g, "") });
        const anchor = depth > 1 ? `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>` : "";
        return `<h${depth} id="${id}">${inner}${anchor}</h${depth}>\n`;
      },
      link({ href, tokens, text: label }) {
        const { href: there, title } = address(href);
        if (there === undefined) return this.parser.parseInline(tokens);
        const isFileName = /^`?[\w./-]+\.md`?$/.test(label);
        return `<a href="${escape(there)}">${isFileName && title ? escape(title) : this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text: alt }) {
        return `<img src="${escape(address(href).href)}" alt="${escape(alt)}" loading="lazy">`;
      },
      table(token) {
        const row = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}${/^[-–\d][\d.,\s%–-]*$/.test(cell.text) ? ' class="number"' : ""}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join("")}</tr>`;
        return `<div class="table" tabindex="0" role="region" aria-label="Table ${++tables}"><table><thead>${row(token.header, "th")}</thead><tbody>${token.rows.map((cells) => row(cells, "td")).join("\n")}</tbody></table></div>\n`;
      },
      code({ text: code, lang: described = "" }) {
        const [language, name] = described.split(" file=");
        const shown = language === "console" ? session(code) : escape(code);
        const block = `<pre tabindex="0"${language ? ` data-language="${escape(language)}"` : ""}><code>${shown}</code></pre>`;
        return name ? `<figure class="file"><figcaption>${escape(name)}</figcaption>${block}</figure>\n` : `${block}\n`;
      },
    },
  });
  return { html: marked.parse(text), headings };
}

/** What was typed stands out from what was answered. */
const session = (code) => code.split("\n").map((line) => (line.startsWith("$ ") ? `<span class="prompt" aria-hidden="true">$ </span><kbd>${escape(line.slice(2))}</kbd>` : escape(line))).join("\n");

/** The address of a page of the site, from another. */
export function relative(from, to) {
  const [path, anchor] = to.split("#");
  const way = path === from && anchor ? "" : posix.relative(posix.dirname(from), path) || posix.basename(path);
  return way + (anchor === undefined ? "" : `#${anchor}`);
}
