//! A second marker's project: where it has the documents that are here, its verdicts and notes can be put beside those that are here.

import { sha256 } from "../documents/digest.ts";
import type { Doc } from "../documents/documents.ts";
import { h, isolated } from "../page/dom.ts";
import { note } from "../page/notices.ts";
import { differ } from "../pairs/verdicts.ts";
import type { Judged } from "../pairs/verdicts.ts";
import { SECOND_MARKER } from "../words/second-marker.ts";
import type { Project } from "./project.ts";
import type { Workspace } from "./workspace.ts";

/** A project with fewer of its documents here than this share is another one. */
const ENOUGH = 0.5;

/**
 * Asks whether a project's verdicts are to be put beside those that are here, and does so; returns whether nothing is left to be done with it:
 * else it is to be opened in place of what is here.
 */
export async function beside(project: Project, fileName: string, workspace: Workspace): Promise<boolean> {
  if (project.verdicts.length === 0 || workspace.documents.size === 0) return false;
  const here = await matched(project, workspace);
  if (here.size < ENOUGH * project.documents.length) return false;
  const judged = project.verdicts.flatMap((one): Judged[] => {
    const [a, b] = [here.get(one.a), here.get(one.b)];
    return a === undefined || b === undefined || a === b ? [] : [{ ...one, a: Math.min(a, b), b: Math.max(a, b) }];
  });
  if (judged.length === 0) return false;
  const by = await asked(SECOND_MARKER.about(isolated(fileName), here.size, judged.length), project.by || fileName.replace(/\.twinprint$/i, ""));
  if (by === "open") return false;
  if (by !== undefined) add(by.name, judged, workspace);
  return true;
}

/** Puts them beside what is here; a second thought takes them away again. */
function add(by: string, judged: Judged[], { verdicts }: Workspace): void {
  const before = judged.map(({ a, b }) => verdicts.of(a, b) ?? { a, b, verdict: "" as const, note: "", at: "" });
  verdicts.takeOpinions(by, judged);
  for (const one of new Set(judged.flatMap(({ others = [] }) => others.map((other) => other.by)))) {
    if (one !== by) verdicts.takeOpinions(one, judged.flatMap(({ a, b, others = [] }) => others.filter((other) => other.by === one).map((other) => ({ a, b, ...other }))));
  }
  const differing = judged.filter(({ a, b }) => differ(verdicts.of(a, b)!)).length;
  note(SECOND_MARKER.added(judged.length, isolated(by), differing), { label: SECOND_MARKER.undo, run: () => verdicts.take(before.map((one) => ({ ...one, others: one.others ?? [] }))) });
}

/** The documents that are here and in a project: by place and text, by the digest of the file, or by text alone. */
async function matched(project: Project, { documents, engine }: Workspace): Promise<Map<number, number>> {
  const known = new Map<string, number[]>();
  for (const doc of documents.all) {
    for (const mark of await marks(doc.path, await textOf(doc), doc.origin?.sha256)) known.set(mark, [...(known.get(mark) ?? []), doc.id]);
  }
  const here = new Map<number, number>();
  const taken = new Set<number>();
  // What is surest first, so that of two with one text each finds its own.
  const all = await Promise.all(project.documents.map(async ({ id, path, source, origin }) => ({ id, marks: await marks(path ?? "", source as string, origin?.sha256) })));
  for (const rank of [0, 1, 2]) {
    for (const { id, marks } of all) {
      const found = here.has(id) ? undefined : known.get(marks[rank] ?? "")?.find((one) => !taken.has(one));
      if (found === undefined) continue;
      here.set(id, found);
      taken.add(found);
    }
  }
  return here;

  async function textOf({ label, source }: Doc): Promise<string> {
    if (source === null) return "";
    return engine.text(label, source).catch(() => "");
  }
}

async function marks(path: string, text: string, file: string | undefined): Promise<string[]> {
  const digest = (await sha256(text)) ?? text;
  return [`place ${path} ${digest}`, `file ${file ?? `of ${path}`}`, `text ${digest}`];
}

/** Asks what is to be done with a project; undefined where nothing is. */
function asked(about: string, by: string): Promise<{ name: string } | "open" | undefined> {
  return new Promise((resolve) => {
    let answer: { name: string } | "open" | undefined;
    const name = h("input", { type: "text", dir: "auto", maxlength: 200, required: true, value: by, "aria-describedby": "marker-hint" });
    const end = (given?: "open") => {
      answer = given;
      dialog.close();
    };
    const form = h("form", { method: "dialog" },
      h("h2", { id: "marker-title" }, SECOND_MARKER.title),
      h("p", {}, about),
      h("label", { class: "field" }, h("span", {}, SECOND_MARKER.name), name),
      h("p", { class: "hint", id: "marker-hint" }, SECOND_MARKER.nameHint),
      h("div", { class: "choices" },
        h("button", { type: "submit", class: "primary" }, SECOND_MARKER.add),
        h("button", { type: "button", class: "plain", onclick: () => end("open") }, SECOND_MARKER.open),
        h("button", { type: "button", class: "link", onclick: () => end() }, SECOND_MARKER.cancel)));
    const dialog = h("dialog", { id: "second-marker", "aria-labelledby": "marker-title" }, form);
    form.addEventListener("submit", () => (answer = { name: name.value.trim() || by }));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
