//! How learning platforms and journals name what is handed in, and whom that names. A form that anybody might give a file of his own
//! counts only where several files have it.

import { AUTHORS } from "../words/authors.ts";

/** A person, or a submission, as a platform names one. */
export interface Person {
  name: string;
  /** The platform's number; empty where it gives none. */
  number: string;
  /** Where the number is this person's alone: a platform, or one download of it. */
  place: string;
}

type Form = (parts: string[], at: number) => Person | undefined;

/** Moodle: "Jane Doe_12345_assignsubmission_file_", a folder, or the beginning of a file's name. The number is another one with each assignment. */
const MOODLE = inDownload("moodle", /^(?<name>.+?)_(?<number>\d+)_assignsubmission_[a-z]+_?/);

/** Brightspace: "12345-67890 - Jane Doe - Jan 5, 2026 1011 AM", a folder, or the beginning of a file's name. */
const BRIGHTSPACE = inDownload("brightspace", /^(?<number>\d+)-\d+ - (?:\w*\d+ - )?(?<name>\D+?) ?- .*\b\d{4}\b/);

/** Blackboard: "Essay_jdoe_attempt_2026-01-05-10-11-12_essay.docx". The name is the one that a person signs in with. */
const BLACKBOARD = inDownload("blackboard", /^.+_(?<name>[^_]+)_attempt_\d{4}(?:-\d\d){5}[_.]/);

/** Canvas where nobody is to know who wrote what: "anon_aB3dE_6789_essay.docx", "LATE_anon_aB3dE_6789_essay.docx". */
const CANVAS_ANONYMOUS = inDownload("canvas", /^(?:LATE_)?(?<name>anon_[A-Za-z\d]{5})_(?:\d+_|text\.|link\.)/);

/** Open Journal Systems: "123-Article Text-456-1-2-20260105.docx", and before its version 3 "123-456-1-SM.docx". The first number is the submission's. */
const OJS: Form = (parts, at) => {
  const found = /^(\d+)-(?:.+-\d+-\d+-\d+-\d{8}|\d+-\d+-(?:SM|RV|ED|CE|LE|SP|PB|DR|AT))\./.exec(parts[at]!);
  return found ? { name: AUTHORS.submission(found[1]!), number: found[1]!, place: "journal" } : undefined;
};

/** GitHub Classroom: "essay-submissions/essay-jdoe/", as its program puts the folders of a class into one. */
const GITHUB: Form = (parts, at) => {
  const [, assignment] = /^(.+)-submissions(?:\.\w+)*$/.exec(parts[at - 1] ?? "") ?? [];
  const folder = parts[at]!;
  const login = assignment && at < parts.length - 1 && folder.startsWith(`${assignment}-`) ? folder.slice(assignment.length + 1) : "";
  return /^[a-z\d](?:-?[a-z\d]){0,38}$/i.test(login) ? { name: login, number: "", place: "github" } : undefined;
};

/** Forms that say for themselves where they come from. */
const CERTAIN: Form[] = [MOODLE, BRIGHTSPACE, BLACKBOARD, CANVAS_ANONYMOUS, OJS, GITHUB];

/**
 * Canvas: "doejane_12345_6789_essay.docx", "doejane_LATE_12345_6789_essay.docx", "doejane_12345_text.html"; of a group its name. The
 * first number is the person's, the same in every download.
 */
const CANVAS = /^(?<name>[\p{Ll}\p{Lo}\p{M}\p{N}_]+?)(?:_LATE)?_(?<number>\d+)_(?:\d+_.|(?:text|link)\.html$)/u;

/** Google Classroom and Drive: "Jane Doe - Essay.docx". */
const GOOGLE = /^(?<name>[^\d-]+?) - (?<title>.+?)(?:\.\w{1,5})?$/;

/** No file system takes a longer name, and no platform gives one. */
const LONGEST = 300;

/** Whom each path names. */
export function personsOf(paths: string[]): (Person | undefined)[] {
  const split = paths.map((path) => path.split("/").map((part) => (part.length > LONGEST ? "" : part)));
  const persons = split.map(certain);
  for (const common of [fromCanvas, fromGoogle]) {
    const open = [...split.keys()].filter((index) => !persons[index]);
    for (const [index, person] of common(open.map((index) => [index, split[index]!]))) persons[index] = person;
  }
  return persons;
}

/** Who handed a file in: as its own name says, or the innermost folder that says it. */
function certain(parts: string[]): Person | undefined {
  for (let at = parts.length - 1; at >= 0; at--) {
    for (const form of CERTAIN) {
      const person = form(parts, at);
      if (person) return person;
    }
  }
  return undefined;
}

type Numbered = [index: number, parts: string[]];

/** Canvas has no mark of its own: it takes two persons, each with a number that no other has. */
function fromCanvas(files: Numbered[]): [number, Person][] {
  const found = files.flatMap(([index, parts]): [number, Person, string][] => {
    const { name, number } = CANVAS.exec(parts.at(-1)!)?.groups ?? {};
    return name && number && /\p{L}/u.test(name) ? [[index, { name, number, place: "canvas" }, parts.slice(0, -1).join("/")]] : [];
  });
  const namesOf = (part: typeof found) => new Set(part.map(([, { name }]) => name));
  return [...grouped(found, ([, , folder]) => folder).values()].flatMap((folder) => {
    const numbers = grouped(folder, ([, { number }]) => number);
    const plausible = namesOf(folder).size > 1 && [...numbers.values()].every((one) => namesOf(one).size === 1);
    return plausible ? folder.map(([index, person]): [number, Person] => [index, person]) : [];
  });
}

/** The title of an assignment stands behind the names of two persons or more; whoever is known by that is known in other files beside them. */
function fromGoogle(files: Numbered[]): [number, Person][] {
  const found = files.flatMap(([index, parts]) => {
    const { name, title } = GOOGLE.exec(parts.at(-1)!)?.groups ?? {};
    return name && title && isFullName(name) ? [{ index, name, title, folder: parts.slice(0, -1).join("/") }] : [];
  });
  return [...grouped(found, ({ folder }) => folder).values()].flatMap((folder) => {
    const shared = [...grouped(folder, ({ title }) => title).values()].filter((files) => new Set(files.map(({ name }) => name)).size > 1);
    const known = new Set(shared.flat().map(({ name }) => name));
    return folder.filter(({ name }) => known.has(name)).map(({ index, name }): [number, Person] => [index, { name, number: "", place: "google" }]);
  });
}

/** Two words or more, each with a capital where its script has them, or one in a script without spaces between names. */
function isFullName(name: string): boolean {
  const words = name.split(/\s+/);
  return words.every((word) => /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(word) || /^(?:da|de|del|der|di|dos|du|la|le|van|von|bin|al|el|y)$/.test(word)) && (words.length > 1 || /^\p{Lo}{2,}$/u.test(name));
}

/** A form of a single folder or name, whose numbers hold for a download. */
function inDownload(platform: string, pattern: RegExp): Form {
  return (parts, at) => {
    const { name = "", number = "" } = pattern.exec(parts[at]!)?.groups ?? {};
    return name ? { name: name.trim(), number, place: [platform, ...parts.slice(0, at)].join("/") } : undefined;
  };
}

function grouped<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
