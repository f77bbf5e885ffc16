//! How documents come in: pasted, dropped, or chosen from files and folders.

import { LIMIT } from "./documents.ts";
import type { Documents, NewDoc } from "./documents.ts";
import { bytes, counted } from "./format.ts";
import type { Format, Problem } from "./protocol.ts";
import { turns } from "./turns.ts";

/** Taken from folders; a single file that somebody picks is tried whatever its name. */
const TEXT_FILE = /\.(txt|text|md|markdown|html?|xhtml)$/i;
const HTML_FILE = /\.(html?|xhtml)$/i;

/** A project is opened, not compared. */
const PROJECT_FILE = /\.twinprint$/i;

export interface IntakeEvents {
  /** Something a person should know that belongs to no document. */
  say(message: string): void;
  /** A project file came; without it, such a file is one like any other. */
  project?(file: File): void;
}

export class Intake {
  constructor(
    private documents: Documents,
    private events: IntakeEvents,
  ) {}

  /** A pasted text becomes a document. */
  text(text: string): void {
    const name = this.documents.nameForPaste();
    if (text.length > LIMIT) return this.#add([refused(name, text.length)]);
    this.#add([{ name, source: text, format: "plain" }]);
  }

  /** Chosen files; `folder` says that a whole folder was chosen, from which only texts are taken. */
  async files(files: Iterable<File>, folder = false): Promise<void> {
    const all = this.#withoutProjects([...files]);
    const taken = folder ? all.filter((file) => TEXT_FILE.test(file.name)) : all;
    const found: NewDoc[] = [];
    const turn = turns();
    for (const file of taken) {
      // To know a file's size the browser looks at the disk.
      found.push(document(file, file.webkitRelativePath));
      await turn();
    }
    this.#add(found);
    this.#sayLeftOut(all.length - taken.length);
  }

  /** What was dropped or pasted: files and folders, else text. The data must be read before the event is over. */
  async transfer(data: DataTransfer): Promise<void> {
    const entries = [...data.items].flatMap((item) => (item.kind === "file" ? (item.webkitGetAsEntry?.() ?? []) : []));
    if (entries.length > 0 && this.#withoutProjects([...data.files]).length === data.files.length) return this.#entries(entries);
    if (data.files.length > 0) return this.files(data.files);
    const text = data.getData("text/plain");
    if (text) this.text(text);
  }

  /** Hands the projects among files on. */
  #withoutProjects(files: File[]): File[] {
    const { project } = this.events;
    if (!project) return files;
    const isProject = ({ name }: File) => PROJECT_FILE.test(name);
    for (const file of files.filter(isProject)) project(file);
    return files.filter((file) => !isProject(file));
  }

  async #entries(entries: FileSystemEntry[]): Promise<void> {
    const found: NewDoc[] = [];
    let leftOut = 0;
    const visit = async (entry: FileSystemEntry, folder: boolean): Promise<void> => {
      const path = entry.fullPath.replace(/^\//, "");
      if (entry.isDirectory) {
        for (const inner of await this.#list(entry as FileSystemDirectoryEntry, path)) await visit(inner, true);
      } else if (folder && !TEXT_FILE.test(entry.name)) {
        leftOut += 1;
      } else {
        found.push(await opened(entry as FileSystemFileEntry, path));
      }
    };
    for (const entry of entries) await visit(entry, false);
    this.#add(found);
    this.#sayLeftOut(leftOut);
  }

  /** All entries of a folder; browsers hand them over a hundred at a time. */
  async #list(folder: FileSystemDirectoryEntry, path: string): Promise<FileSystemEntry[]> {
    const reader = folder.createReader();
    const entries: FileSystemEntry[] = [];
    try {
      for (;;) {
        const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
        if (batch.length === 0) break;
        entries.push(...batch);
      }
    } catch {
      this.events.say(`The folder “${path}” could not be read to its end; check that it may be opened.`);
    }
    return entries.sort((x, y) => (x.name < y.name ? -1 : 1));
  }

  #add(docs: NewDoc[]): void {
    performance.mark("twinprint:arrived");
    this.documents.add(...docs);
  }

  #sayLeftOut(n: number): void {
    if (n > 0) this.events.say(`${counted(n, "file")} left out: only .txt, .md and .html are taken from folders.`);
  }
}

function document(file: File, path: string): NewDoc {
  if (file.size > LIMIT) return { ...refused(file.name, file.size), path };
  return { name: file.name, path, source: file, format: formatOf(file) };
}

async function opened(entry: FileSystemFileEntry, path: string): Promise<NewDoc> {
  try {
    return document(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), path);
  } catch {
    const problem: Problem = {
      kind: "unreadable",
      what: "the file could not be opened",
      place: entry.name,
      remedy: "check that you may read it, and add it again",
    };
    return { name: entry.name, path, source: null, format: "plain", problem };
  }
}

function formatOf(file: File): Format {
  return HTML_FILE.test(file.name) || file.type === "text/html" ? "html" : "plain";
}

function refused(name: string, size: number): NewDoc {
  const problem: Problem = {
    kind: "too-large",
    what: `${bytes(size)} are more than the ${LIMIT / 1024 / 1024} MB taken here`,
    place: name,
    remedy: "split it, or use the command line, which takes longer documents",
  };
  return { name, source: null, format: "plain", problem };
}
