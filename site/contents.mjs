//! What the site has, in its order: each page by its file in the repository (or by how it is made), what it is for, and for whom.

/** The persons that documents are for, each with a page of what concerns them. */
export const PERSONS = {
  teacher: { name: "Teacher", need: "A class handed in essays: who shares what with whom, looked at fairly, on your own device." },
  editor: { name: "Editor", need: "Drafts are checked against all that was published, and the passages shown with their sources." },
  "data-engineer": { name: "Data engineer", need: "A corpus is given back without duplicates or eval sets, on one machine or on Spark, and provably so." },
  "edge-developer": { name: "Edge developer", need: "A worker that knows in milliseconds whether a text was seen, or what of it stands elsewhere." },
  researcher: { name: "Researcher", need: "The papers' methods under their names, judged on your labels, with intervals and plots." },
};

/** A page that is written: its file, one line of what it says, and for whom. */
const written = (file, about, ...persons) => ({ file, about, persons });
/** A page that is made from the code. */
const made = (url, title, make, about, ...persons) => ({ url, title, make, about, persons });

export const SECTIONS = [
  {
    name: "Tutorials",
    pages: [
      written("docs/tutorials/teacher.md", "In the page, and on the command line: from a folder to a report", "teacher"),
      written("docs/tutorials/editor.md", "An index of what was published, and what of a draft stands in it", "editor"),
      written("docs/tutorials/data-engineer.md", "Six documents, three of them kept, and why the others went", "data-engineer"),
      written("docs/tutorials/edge-developer.md", "Three requests on your machine, then the same at the edge", "edge-developer"),
      written("docs/tutorials/python.ipynb", "A notebook: an essay class, a corpus, a table of fingerprints, with pictures", "teacher", "data-engineer", "researcher"),
      written("docs/tutorials/researcher.md", "Five labelled documents, two methods, one study", "researcher"),
    ],
  },
  {
    name: "How to",
    pages: [
      written("docs/how-to/handing-on.md", "For whoever has to decide, or to go on elsewhere", "teacher", "editor"),
      written("docs/how-to/checking.md", "What of a document stands in a corpus, and where", "editor", "edge-developer"),
      written("docs/how-to/indexing.md", "From a corpus to a folder that any web host serves", "editor", "edge-developer", "data-engineer"),
      written("docs/how-to/dedup.md", "Nothing else is lost, and that can be proven", "data-engineer"),
      written("docs/how-to/decontaminate.md", "Which documents hold questions that models are judged by, and where", "data-engineer", "researcher"),
      written("docs/how-to/cleaning.md", "Leave out what every page of a site has, and dates and counters", "data-engineer", "researcher"),
      written("docs/how-to/spark.md", "The same bytes, from as many machines as there are", "data-engineer"),
      written("docs/how-to/worker.md", "An index on Cloudflare Workers, Node, Deno or Bun", "edge-developer"),
      written("docs/how-to/near-fingerprints.md", "All within a few bits, in tables that fit the disk", "data-engineer", "researcher"),
      written("docs/how-to/evaluating.md", "Precision and recall of each method, with intervals; and of passages", "researcher"),
      written("docs/how-to/studies.md", "Reports and plots as the papers have them, of your own documents", "researcher"),
      written("docs/how-to/coming-from.md", "Turnitin, Dolos, text-dedup, datatrove, NeMo Curator, FAISS and others: their way and this one", "teacher", "data-engineer", "researcher"),
    ],
  },
  {
    name: "Reference",
    pages: [
      made("reference/options/twinprint.html", "Options", "options", "Every command and option of the program"),
      written("docs/reference/reading.md", "Which files are read, and what of them", "teacher", "editor"),
      written("docs/reference/authors.md", "How authors are told by names of files", "teacher"),
      written("docs/reference/corpora.md", "Corpora: what is read, how it is scanned, what is given", "data-engineer", "researcher"),
      written("docs/reference/recipes.md", "How known corpora were deduplicated, and the same here", "data-engineer"),
      written("docs/reference/service.md", "What an index answers by HTTP", "edge-developer"),
      written("docs/reference/edge.md", "Whether a text was seen before, by HTTP", "edge-developer"),
      made("reference/http.html", "The service, address by address", "http", "Every address, body and status of the service (OpenAPI)", "edge-developer"),
      made("reference/javascript.html", "The npm package", "javascript", "The npm package and its types", "edge-developer"),
      made("reference/python.html", "The Python package", "python", "The Python package: every function and class", "data-engineer", "researcher"),
      written("docs/reference/signatures.md", "Signatures that others can read", "researcher"),
      written("docs/reference/model.md", "What terms weigh", "researcher"),
      written("src/index/FORMAT.md", "Every byte of an index of documents", "edge-developer"),
      written("src/table/FORMAT.md", "Every byte of a table of fingerprints", "researcher"),
      written("docs/reference/figures.md", "What was measured, with the commands", "researcher", "data-engineer"),
      written("docs/glossary.md", "One word for one thing"),
      written("CHANGELOG.md", "What changed"),
    ],
  },
  {
    name: "Explanation",
    pages: [
      written("docs/explanation/comparing.md", "What is counted, what is guaranteed, what is not found", "teacher", "editor"),
      written("docs/explanation/checking.md", "How copied and edited passages are found in an index, and how well", "editor", "researcher"),
      written("docs/explanation/privacy.md", "What is sent where, and what an operator can find out", "editor", "teacher"),
      written("docs/explanation/fingerprints.md", "What each fingerprint is, and how well it does", "researcher"),
      written("docs/explanation/compared.md", "What Dolos, JPlag and Turnitin do, beside this", "teacher"),
      written("docs/papers/README.md", "Five papers, claim by claim", "researcher"),
      written("docs/papers/henzinger.md", "Henzinger 2006: two algorithms on pages", "researcher"),
      written("docs/papers/manku.md", "Manku, Jain and Das Sarma 2007: simhash, within three bits", "researcher"),
      written("docs/papers/ye-wen-ma.md", "Ye, Wen and Ma 2006: sampled shingles", "researcher"),
      written("docs/papers/fusion.md", "The fusion paper: simhashes of random lexicons", "researcher"),
      written("docs/papers/recommend.md", "What a study recommends for documents of your own", "researcher"),
      written("docs/explanation/lti.md", "A design of its place within a learning platform", "teacher"),
      written("docs/architecture.md", "The parts of the code, and how they work together"),
      written("SECURITY.md", "What is promised about texts, and how to report that it does not hold"),
    ],
  },
];

/** Where on the site a page is. */
export function urlOf({ file, url }) {
  if (url) return url;
  const named = {
    "docs/README.md": "index.html",
    "src/index/FORMAT.md": "reference/index-format.html",
    "src/table/FORMAT.md": "reference/table-format.html",
    "CHANGELOG.md": "reference/changes.html",
    "SECURITY.md": "explanation/security.html",
    "docs/glossary.md": "reference/glossary.html",
    "docs/architecture.md": "explanation/architecture.html",
  }[file];
  return named ?? file.replace(/^docs\//, "").replace(/^papers\//, "explanation/papers/").replace(/README\.md$/, "index.md").replace(/\.(md|ipynb)$/, ".html");
}
