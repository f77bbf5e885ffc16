// The search: the one thing of the site that needs a script. Without it its field is not shown.

const form = document.querySelector(".search");
const field = form.querySelector("input");
const found = document.querySelector("#found");
const root = new URL(".", import.meta.url);
let pagefind;
let asked = 0;

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
field.addEventListener("focus", load);
field.addEventListener("input", search);
field.addEventListener("keydown", (event) => {
  if (event.key === "Escape") clear();
});
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.matches("input, textarea, select");
  if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
});

async function load() {
  pagefind ??= import(new URL("pagefind/pagefind.js", root)).then(async (loaded) => {
    await loaded.options({ baseUrl: root.pathname, excerptLength: 24 });
    return loaded;
  });
  return pagefind;
}

function clear() {
  field.value = "";
  show([]);
}

async function search() {
  const mine = ++asked;
  const words = field.value.trim();
  if (words === "") return show([]);
  const { results } = await (await load()).search(words);
  const pages = await Promise.all(results.slice(0, 10).map((result) => result.data()));
  if (mine === asked) show(pages.filter((page) => isMeant(page, words)), words);
}

/** Whether a word that was found begins as one that was looked for: where nothing has a word, Pagefind goes by its first letter. */
function isMeant({ excerpt, sub_results: parts }, words) {
  const begun = words.toLowerCase().split(/\s+/).map((word) => word.slice(0, 3));
  const marked = Array.from([excerpt, ...parts.map((part) => part.excerpt)].join(" ").matchAll(/<mark>([^<]*)/g), ([, word]) => word.toLowerCase());
  return marked.some((word) => begun.some((start) => word.replace(/^\W+/, "").startsWith(start)));
}

function show(pages, words) {
  found.hidden = words === undefined;
  document.querySelector("article").hidden = words !== undefined;
  found.replaceChildren();
  if (words === undefined) return;
  const heading = document.createElement("h1");
  heading.textContent = pages.length === 0 ? `Nothing has “${words}”` : `What has “${words}”`;
  const list = document.createElement("ol");
  for (const { url, meta, excerpt, sub_results: parts } of pages) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = parts[0]?.url ?? url;
    link.textContent = meta.title + (parts[0] && parts[0].title !== meta.title ? `: ${parts[0].title}` : "");
    const text = document.createElement("p");
    // Pagefind marks the words found; all else in it was escaped when the site was made.
    text.innerHTML = parts[0]?.excerpt ?? excerpt;
    item.append(link, text);
    list.append(item);
  }
  found.append(heading, list);
}
