//! Makes the site of documents into target/site: `node build.mjs PROGRAM`, with the program `twinprint`, whose options it describes.
//! All addresses are relative, so that the folder can be served from any path. What a link names must be there: a file or an anchor
//! that is not is an error, and nothing is served of it.

import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join, posix, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as pagefind from "pagefind";
import { PERSONS, SECTIONS, urlOf } from "./contents.mjs";
import { cards, layout } from "./layout.mjs";
import { anchorOf, escape, htmlOf, relative, summaryOf, titleOf } from "./markdown.mjs";
import { markdownOf } from "./notebook.mjs";
import * as reference from "./reference.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "..");
const program = process.argv[2];
const site = resolve(root, process.argv[3] ?? "target/site");
if (!program) {
  console.error("give the program whose options are described: `node build.mjs ../target/release/twinprint`, or run `cargo xtask docs`");
  process.exit(2);
}

const wrong = [];
/** Pages by their address: {url, file, text, title, persons, section}; `file` is where links of theirs are from. */
const pages = new Map();
const byFile = new Map();

function add(page) {
  pages.set(page.url, { persons: [], section: "", ...page, title: page.title ?? titleOf(page.text) });
  if (page.file && !page.isMade) byFile.set(page.file, pages.get(page.url));
}

const text = (file) => readFile(join(root, file), "utf8");

add({ url: "index.html", file: "docs/README.md", text: await text("docs/README.md"), section: "For you" });
for (const { name: section, pages: listed } of SECTIONS) {
  for (const entry of listed) {
    const { file, persons, about, make } = entry;
    if (file) add({ url: urlOf(entry), file, text: file.endsWith(".ipynb") ? markdownOf(await text(file)) : await text(file), persons, section, about });
    else if (make === "options") {
      for (const [name, page] of reference.options(program)) {
        const isFirst = name === "twinprint";
        add({ url: `reference/options/${name}.html`, text: page, section, persons: [], about: isFirst ? about : undefined, file: `site/options/${name}.md`, title: isFirst ? "Options" : undefined });
      }
    } else add({ url: entry.url, text: reference[make](root), title: entry.title, persons, section, about, file: { python: "crates/python/README.md", javascript: "pkg/README.md", http: "docs/reference/http.md" }[make] });
  }
}

const readers = Object.entries(PERSONS).map(([key, { name, need }]) => {
  const theirs = [...pages.values()].filter(({ persons }) => persons.includes(key));
  const lists = SECTIONS.map(({ name: section }) => {
    const items = theirs.filter((page) => page.section === section).map(({ url, title, about }) => `<li><a href="${relative("for/x.html", url)}">${escape(title)}</a><span>${escape(about ?? "")}</span></li>`);
    return items.length === 0 ? "" : `<h2 id="${anchorOf(section)}">${section}</h2><ul class="listed">${items.join("")}</ul>`;
  });
  return { url: `for/${key}.html`, title: name, summary: need, html: `<h1>${name}</h1><p>${escape(need)}</p>${lists.join("\n")}`, headings: [], persons: [], section: "For you" };
});

/** Files of the repository that documents name and that are no pages: each is shown as it is. */
const sources = new Set();
/** Pictures, copied beside. */
const pictures = new Set();

/** Where a link leads on the site. */
function linked(page, href) {
  const [path, anchor] = decodeURI(href).split("#");
  const said = (url) => ({ href: relative(page.url, anchor === undefined ? url : `${url}#${anchor}`) });
  if (path === "") return { href };
  const file = posix.normalize(posix.join(posix.dirname(page.file), path)).replace(/\/$/, "");
  const target = byFile.get(file) ?? byFile.get(`${file}/README.md`);
  if (target) return { ...said(target.url), title: target.title };
  if (file === "docs/service.openapi.json" || file === "docs/reference/service.openapi.json") return said("reference/service.openapi.json");
  // The formats are part of the library's documentation, too, whose pages they name.
  if (page.file.endsWith("FORMAT.md") && path.endsWith(".html")) {
    const format = path.includes("/table/format/") ? byFile.get("src/table/FORMAT.md") : undefined;
    return format ? said(format.url) : {};
  }
  if (!existsSync(join(root, file))) {
    wrong.push(`${page.file}: ${href}: there is no ${file}`);
    return { href };
  }
  if (/\.(png|svg)$/.test(file)) {
    pictures.add(file);
    return said(`pictures/${file.replace(/^docs\//, "").replace(/^pictures\//, "")}`);
  }
  if (statSync(join(root, file)).isDirectory() || /\.(zst|jsonl|tsv)$/.test(file)) return { href: relative(page.url, "index.html") };
  sources.add(file);
  return said(`source/${file}.html`);
}

const rendered = [...pages.values()].map((page) => {
  const { html, headings } = htmlOf(page.text, (href) => linked(page, href));
  const withCards = page.url === "index.html" ? html.replace("<!-- persons -->", cards(PERSONS, page.url)) : html;
  return { ...page, html: withCards, headings, summary: page.about ?? summaryOf(page.text) };
});
const tried = {
  url: "try/index.html",
  title: "The page itself",
  summary: "Compare texts, or check one against an index, on this device.",
  html: `<h1>The page itself</h1><p>Paste two texts or drop files: what they share is found on your device, and nothing is sent. <a href="page/index.html">Open it alone</a>, or <a href="page/check.html">check against an index</a>.</p><iframe src="page/index.html" title="Twinprint’s page, to compare texts"></iframe>`,
  headings: [],
  persons: ["teacher", "editor"],
  section: "For you",
  isWide: true,
};
const shown = await Promise.all(
  [...sources].sort().map(async (file) => ({ url: `source/${file}.html`, title: file, summary: `The file ${file}`, html: `<h1>${escape(file)}</h1><pre tabindex="0"><code>${escape(await text(file))}</code></pre>`, headings: [], persons: [], section: "", isSearched: false })),
);

const all = [...rendered, ...readers, tried, ...shown];
const navigation = {
  logo: await text("www/src/page/parts/logo.html"),
  persons: readers.map(({ url, title }) => ({ url, title })),
  personNames: Object.fromEntries(Object.entries(PERSONS).map(([key, { name }]) => [key, name])),
  sections: SECTIONS.map(({ name }) => ({ name, pages: rendered.filter(({ section }) => section === name) })),
};

const html = new Map(all.map((page) => [page.url, layout(page, navigation)]));
checkContents();
await checkReadmes();
checkAnchors(html);
if (wrong.length > 0) {
  console.error(`${wrong.join("\n")}\nthe documents have links that lead nowhere: mend them, then build the site again`);
  process.exit(1);
}

await rm(site, { recursive: true, force: true });
const put = async (url, content) => {
  await mkdir(dirname(join(site, url)), { recursive: true });
  await writeFile(join(site, url), content);
};
for (const [url, content] of html) await put(url, content);
await put("style.css", `${await text("www/src/palette.css")}\n${await text("site/style.css")}`);
await put("search.js", await text("site/search.js"));
await put("icon.svg", (await text("www/src/page/parts/logo.html")).replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"').replace('class="logo-back"', 'fill="#e9b949"').replace('class="logo-front"', 'fill="#23344d"'));
for (const file of pictures) await put(`pictures/${file.replace(/^docs\//, "").replace(/^pictures\//, "")}`, await readFile(join(root, file)));
await put("reference/service.openapi.json", await text("docs/service.openapi.json"));
await cp(join(root, "www/dist"), join(site, "try/page"), { recursive: true });

const { index } = await pagefind.createIndex();
await index.addDirectory({ path: site });
await index.writeFiles({ outputPath: join(site, "pagefind") });
await pagefind.close();
console.log(`${html.size} pages in ${site}`);

/** Every document is somewhere on the site. */
function checkContents() {
  const written = readdirSync(join(root, "docs"), { recursive: true }).map((file) => `docs/${file.split(sep).join("/")}`).filter((file) => /\.(md|ipynb)$/.test(file));
  for (const file of written) if (!byFile.has(file)) wrong.push(`${file}: it is not among the contents: name it in site/contents.mjs`);
}

/** Files that are no pages of the site have links that lead somewhere, too. */
async function checkReadmes() {
  const anchors = new Map();
  const anchorsOf = async (file) => {
    if (!anchors.has(file)) anchors.set(file, htmlOf(await text(file), () => ({ href: "" })).headings.map(({ id }) => id));
    return anchors.get(file);
  };
  for (const file of ["README.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "spark/README.md", "www/src/README.md"]) {
    const links = [];
    htmlOf(await text(file), (href) => (links.push(href), { href }));
    for (const href of links) {
      const [path, anchor] = href.split("#");
      const to = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
      if (!existsSync(join(root, to))) wrong.push(`${file}: ${href}: there is no ${to}`);
      else if (anchor && to.endsWith(".md") && !(await anchorsOf(to)).includes(anchor)) wrong.push(`${file}: ${href}: ${to} has no such section`);
    }
  }
}

/** Every link of a page of the site leads to a page and to an anchor that are there. */
function checkAnchors(html) {
  const anchors = new Map([...html].map(([url, content]) => [url, new Set(Array.from(content.matchAll(/ id="([^"]+)"/g), ([, id]) => id))]));
  for (const [url, content] of html) {
    for (const [, href] of content.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const [path, anchor] = href.split("#");
      const to = path === "" ? url : posix.join(posix.dirname(url), path);
      const isBuilt = to.startsWith("try/page/") || to.endsWith("openapi.json") || to.startsWith("pictures/");
      if (isBuilt) continue;
      if (!anchors.has(to)) wrong.push(`${url}: ${href}: there is no page ${to}`);
      else if (anchor && !anchors.get(to).has(anchor)) wrong.push(`${url}: ${href}: ${to} has no such section`);
    }
  }
}
