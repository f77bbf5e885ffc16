//! Notebooks: what was written into their cells, prose and code in order. What the code gave when it was run is left out.

import type { Read } from "../../protocol/reading.ts";
import { READERS } from "../../words/readers.ts";

type Cell = { cell_type?: unknown; source?: unknown; input?: unknown };

export function readNotebook(bytes: Uint8Array): Read {
  let notebook: unknown;
  try {
    notebook = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw READERS.broken("it is not complete JSON");
  }
  const { cells, worksheets, metadata } = notebook as { cells?: unknown; worksheets?: { cells?: unknown }[]; metadata?: { title?: unknown } };
  // Before 2014, cells were on worksheets.
  const all = Array.isArray(cells) ? cells : Array.isArray(worksheets) ? worksheets.flatMap((sheet) => sheet?.cells ?? []) : undefined;
  if (!all) throw READERS.wrongKind("a notebook");
  const blocks = (all as Cell[]).filter((cell) => ["markdown", "code", "heading"].includes(String(cell?.cell_type))).map((cell) => written(cell.source ?? cell.input));
  const title = metadata?.title;
  return { source: blocks.filter((block) => block.trim() !== "").join("\n\n"), format: "plain", origin: { kind: "notebook", ...(typeof title === "string" && title !== "" && { title: title.slice(0, 300) }) } };
}

function written(source: unknown): string {
  return (Array.isArray(source) ? source.join("") : typeof source === "string" ? source : "").trim();
}
