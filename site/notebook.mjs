//! A notebook, as it stands in the repository with what it says and shows, made Markdown.

/** The Markdown of a notebook: its texts, its code, and after each piece of code what it says and its pictures, which are told in `alt` of its metadata. */
export function markdownOf(notebook) {
  const { cells } = JSON.parse(notebook);
  return cells.map(({ cell_type: kind, source, metadata, outputs = [] }) => (kind === "markdown" ? joined(source) : [fenced("python", source), ...outputs.map((output) => said(output, metadata.alt))].join("\n\n"))).join("\n\n");
}

const joined = (lines) => [lines].flat().join("");

/** Code or text between fences that are longer than any in it. */
function fenced(language, lines) {
  const text = joined(lines).replace(/\n$/, "");
  const fence = "`".repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([found]) => found.length + 1)));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** What a piece of code says or shows. */
function said({ text, data = {}, ename }, alt) {
  if (ename) throw new Error(`the notebook ends with ${ename}: run it again, as CONTRIBUTING.md says`);
  if (data["image/png"] && !alt) throw new Error("a picture of the notebook is not told: give the metadata of its cell an alt");
  if (data["image/png"]) return `![${alt}](data:image/png;base64,${joined(data["image/png"]).replace(/\s/g, "")})`;
  return fenced("text", text ?? data["text/plain"] ?? "");
}
