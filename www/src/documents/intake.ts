//! How documents come in: pasted, dropped, or chosen from files and folders. Files of text are documents as they are;
//! others wait until their text is read from them.

import { byId, set } from "../page/dom.ts";
import { announce } from "../page/notices.ts";
import { yielder } from "../page/yielding.ts";
import type { Trouble } from "../protocol/reading.ts";
import { READERS } from "../words/readers.ts";
import { LIMIT } from "./documents.ts";
import type { Documents, NewDoc } from "./documents.ts";
import { HEAD, extension, formatOf, isLitter, seen, taken } from "./reading/kinds.ts";
import { ProgressView } from "./reading/progress-view.ts";
import { Reader } from "./reading/reader.ts";
import { skippedMessages } from "./reading/skipped.ts";

/** Files whose first bytes are asked for at a time. */
const AT_A_TIME = 16;

/** A project is opened, not compared. */
const TABLE = /\.(csv|tsv)$/i;
const PROJECT_FILE = /\.twinprint$/i;

export interface IntakeEvents {
  /** Something a person should know that belongs to no document. */
  say(message: string): void;
  /** A project file came; without it, such a file is one like any other. */
  project?(file: File): void;
  /** A table came, which may be a list of what was handed in and no document: returns whether it was. */
  list?(file: File): Promise<boolean>;
}

/** A file and where it came from. */
interface Brought {
  file: File;
  path: string;
}

export class Intake {
  #reader: Reader;
  #reading = false;
  /** How often files are being looked at. */
  #looking = 0;

  constructor(
    private documents: Documents,
    private events: IntakeEvents,
  ) {
    const view = new ProgressView(() => this.#reader.stop());
    this.#reader = new Reader(documents, {
      say: events.say,
      finished: (read, failed) => announce(READERS.finished(read, failed)),
      progress: (progress) => {
        view.show(progress);
        this.#busy(0, progress !== undefined);
      },
    });
  }

  /** A pasted text becomes a document. */
  text(text: string): void {
    const name = this.documents.nameForPaste();
    if (text.length > LIMIT) return this.#add([refused(name, name, READERS.tooLarge(text.length, LIMIT))]);
    this.#add([{ name, source: text, format: "plain" }]);
  }

  /** Chosen files; `folder` says that a whole folder was chosen, from which only what can be read is taken. */
  async files(files: Iterable<File>, folder = false): Promise<void> {
    const all = this.#withoutProjects([...files]).map((file) => ({ file, path: file.webkitRelativePath || file.name }));
    if (!folder) return this.#bring(all);
    const [found, leftOut] = sorted(all);
    await this.#bring(found);
    this.#sayLeftOut(leftOut);
  }

  /** What was dropped or pasted: files and folders, else text. The data must be read before the event is over. */
  async transfer(data: DataTransfer): Promise<void> {
    const entries = [...data.items].flatMap((item) => (item.kind === "file" ? (item.webkitGetAsEntry?.() ?? []) : []));
    const projects = this.events.project && [...data.files].some(isProject);
    if (entries.length > 0 && !projects) return this.#entries(entries);
    if (data.files.length > 0) return this.files(data.files);
    const text = data.getData("text/plain");
    if (text) this.text(text);
  }

  /** Hands the projects among files on. */
  #withoutProjects(files: File[]): File[] {
    const { project } = this.events;
    if (!project) return files;
    for (const file of files.filter(isProject)) project(file);
    return files.filter((file) => !isProject(file));
  }

  async #entries(entries: FileSystemEntry[]): Promise<void> {
    this.#busy(1);
    const single: Brought[] = [];
    const inFolders: Brought[] = [];
    const unopened: NewDoc[] = [];
    const visit = async (entry: FileSystemEntry, folder: boolean): Promise<void> => {
      const path = entry.fullPath.replace(/^\//, "");
      if (entry.isDirectory) {
        for (const inner of await this.#list(entry as FileSystemDirectoryEntry, path)) await visit(inner, true);
        return;
      }
      const file = await opened(entry as FileSystemFileEntry);
      if (file) (folder ? inFolders : single).push({ file, path });
      else unopened.push(refused(entry.name, path, READERS.notOpened));
    };
    for (const entry of entries) await visit(entry, false);
    const [found, leftOut] = sorted(inFolders);
    await this.#bring([...single, ...found], unopened);
    this.#busy(-1);
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
      this.events.say(READERS.folderCut(path));
    }
    return entries.sort((x, y) => (x.name < y.name ? -1 : 1));
  }

  /** Files become documents, or are opened as archives of documents. */
  async #bring(files: Brought[], more: NewDoc[] = []): Promise<void> {
    this.#busy(1);
    const found: NewDoc[] = [];
    const archives: Brought[] = [];
    const yieldDue = yielder();
    for (let at = 0; at < files.length; at += AT_A_TIME) {
      for (const one of await Promise.all(files.slice(at, at + AT_A_TIME).map(async (one) => ((await this.#isList(one)) ? undefined : looked(one))))) {
        if (!one) continue;
        if ("archive" in one) archives.push(one.archive);
        else found.push(one);
      }
      await yieldDue();
    }
    this.#add([...found, ...more]);
    for (const { file, path } of archives) this.#reader.archive(file, path);
    this.#busy(-1);
  }

  async #isList({ file }: Brought): Promise<boolean> {
    return TABLE.test(file.name) && ((await this.events.list?.(file)) ?? false);
  }

  /** The list is busy while more documents are to be expected in it. */
  #busy(by: number, reading = this.#reading): void {
    this.#looking += by;
    this.#reading = reading;
    set(byId("document-list"), "aria-busy", (reading || this.#looking > 0) && "true");
  }

  #add(docs: NewDoc[]): void {
    performance.mark("twinprint:arrived");
    this.documents.add(...docs);
  }

  #sayLeftOut(names: string[]): void {
    skippedMessages(names).forEach(this.events.say);
  }
}

function isProject({ name }: File): boolean {
  return PROJECT_FILE.test(name);
}

/** What a file is, by its first bytes. */
async function looked({ file, path }: Brought): Promise<NewDoc | { archive: Brought }> {
  const { name } = file;
  let head: Uint8Array;
  try {
    head = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  } catch {
    return refused(name, path, READERS.notOpened);
  }
  const kind = seen(head, name);
  if (kind === "archive" || (kind === "packed" && ["zip", ""].includes(extension(name)))) return { archive: { file, path } };
  if (kind !== "text") return { name, path, source: null, format: "plain", unread: file };
  if (file.size > LIMIT) return refused(name, path, READERS.tooLarge(file.size, LIMIT));
  return { name, path, source: file, format: formatOf(name, file.type, head) };
}

/** The files of folders that can be read, and the names of those that cannot. */
function sorted(files: Brought[]): [Brought[], string[]] {
  const wanted = files.filter(({ path }) => !isLitter(path));
  return [wanted.filter(({ file }) => taken(file.name)), wanted.filter(({ file }) => !taken(file.name)).map(({ file }) => file.name)];
}

async function opened(entry: FileSystemFileEntry): Promise<File | undefined> {
  return new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));
}

function refused(name: string, path: string, trouble: Trouble): NewDoc {
  return { name, path, source: null, format: "plain", problem: { place: name, ...trouble } };
}
