//! A link that opens the page with a class's settings: options and templates, and nothing of what was handed in. It stands behind the "#",
//! which browsers send to nobody.

import { withSettings } from "../pairs/address.ts";
import { SETTINGS_LINK } from "../words/settings-link.ts";
import { gather, parse } from "./project.ts";
import type { Project } from "./project.ts";
import type { Workspace } from "./workspace.ts";

/** The most bytes of settings in a link: a longer one is cut by programs for mail and by learning platforms. */
const LONGEST = 20_000;

/** The most bytes that the settings of a link unpack to. */
const LARGEST = 1024 * 1024;

/** Makes the link. Rejects with a sentence where the templates are too long for one. */
export async function settingsLink(workspace: Workspace): Promise<string> {
  const { authors, ...chosen } = workspace.settings();
  // Names that were given to authors are of this class's persons.
  const { names: _, ...rules } = authors ?? {};
  const options = { ...chosen, ...(authors && { authors: rules as typeof authors }) };
  const templates = workspace.documents.all.filter(({ template }) => template);
  const project = await gather(workspace, templates, options, () => undefined);
  const packed = await bytesOf(new Blob([JSON.stringify(project)]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  if (packed.length > LONGEST) throw new Error(SETTINGS_LINK.tooLong);
  const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return location.href.replace(/#.*/, "") + withSettings(letters);
}

/** The settings of a link; throws a problem that says what is wrong with it. */
export async function fromLink(packed: string): Promise<Project> {
  const text = await unpacked(packed).catch(() => "");
  const project = parse(text, SETTINGS_LINK.place);
  return { ...project, documents: project.documents.filter(({ template }) => template), verdicts: [], taken: [] };
}

async function unpacked(letters: string): Promise<string> {
  const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const bytes = await bytesOf(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** All that comes, up to the most that is taken. */
async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > LARGEST) throw new RangeError();
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
