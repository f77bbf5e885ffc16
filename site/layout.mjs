//! The frame of every page: where one is, where one can go, and what the page says.

import { escape, relative } from "./markdown.mjs";

/**
 * A page.
 * @param page {url, title, summary, html, headings, persons, section}
 * @param site {sections, persons, logo}: what the navigation has, with the title of each page
 */
export function layout(page, site) {
  const to = (url) => escape(relative(page.url, url));
  const current = (url) => (url === page.url ? ' aria-current="page"' : "");
  const item = ({ url, title }) => `<li><a href="${to(url)}"${current(url)}>${escape(title)}</a></li>`;
  const group = (name, pages, isOpen) => `<details${isOpen ? " open" : ""}><summary>${escape(name)}</summary><ul>${pages.map(item).join("")}</ul></details>`;
  const navigation = [
    group("For you", site.persons, page.section === "Tutorials" || page.section === "For you" || page.url === "index.html"),
    ...site.sections.map(({ name, pages }) => group(name, pages.filter(({ url }) => !/options\/twinprint-/.test(url)), name === page.section)),
  ].join("\n");
  const inPage = page.headings.filter(({ depth }) => depth === 2);
  const contents = inPage.length < 3 ? "" : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${inPage.map(({ id, inner }) => `<li><a href="#${id}">${inner}</a></li>`).join("")}</ul></nav>`;
  const whom = page.persons.length === 0 ? "" : `<p class="whom">For ${page.persons.map((key) => `<a href="${to(`for/${key}.html`)}">${escape(site.personNames[key].toLowerCase())}s</a>`).join(", ")}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(page.summary)}">
<title>${escape(page.url === "index.html" ? "Twinprint" : `${page.title} · Twinprint`)}</title>
<link rel="stylesheet" href="${to("style.css")}">
<link rel="icon" href="${to("icon.svg")}">
<script type="module" src="${to("search.js")}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="top">
  <a class="brand" href="${to("index.html")}">${site.logo}Twinprint</a>
  <nav class="areas" aria-label="Site">
    <a href="${to("try/index.html")}">The page itself</a>
    <a href="${to("reference/options/twinprint.html")}">Options</a>
    <a href="${to("how-to/coming-from.html")}">Coming from</a>
  </nav>
  <form class="search" role="search" hidden><label><span class="spoken">Search the documents</span><input type="search" placeholder="Search" autocomplete="off"></label></form>
</header>
<div class="frame">
<nav class="side" aria-label="Documents" tabindex="0"><details class="menu"><summary>Documents</summary>
${navigation}
</details></nav>
<main id="main" tabindex="-1">
<div id="found" hidden aria-live="polite"></div>
<article${page.isSearched === false ? "" : " data-pagefind-body"}${page.url === "index.html" ? ' class="home"' : page.isWide ? ' class="wide"' : ""}>
${whom}
${page.html}
</article>
</main>
${contents}
</div>
<footer class="foot"><p>Twinprint is free software under MIT or Apache-2.0.</p><p><a href="${to("explanation/security.html")}">What is promised about texts</a></p></footer>
</body>
</html>
`;
}

/** The home page's five persons, and the page to try. */
export const cards = (persons, from) =>
  `<ul class="cards">${Object.entries(persons)
    .map(([key, { name, need }]) => `<li><h2 id="${key}"><a href="${relative(from, `for/${key}.html`)}">${name}</a></h2><p>${need}</p><p class="start"><a href="${relative(from, `tutorials/${key}.html`)}" aria-label="Start here: ${name}">Start here</a></p></li>`)
    .join("\n")}
<li><h2 id="try"><a href="${relative(from, "try/index.html")}">Nobody in particular</a></h2><p>Two texts, and a minute: paste them, and see what they share. Nothing leaves the page.</p><p class="start"><a href="${relative(from, "try/index.html")}">Try it</a></p></li></ul>`;
