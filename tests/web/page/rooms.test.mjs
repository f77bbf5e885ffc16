// The rooms of the page's source: www/src/README.md lists them, and a room imports only from rooms above it.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const SOURCES = fileURLToPath(new URL("../../../www/src/", import.meta.url));

/** The entry points of the build, which put rooms together, and the colours, which the documents' site has, too: only they stand beside them. */
const ENTRIES = ["README.md", "check.html", "index.html", "main.ts", "palette.css", "styles.css"];

const rooms = [...readFileSync(`${SOURCES}README.md`, "utf8").matchAll(/^\| `([\w-]+)` \|/gm)].map(([, room]) => room);

/** The file that each import of a source leads to, as a path from the folder of all. */
function imports(path) {
  const paths = [...readFileSync(SOURCES + path, "utf8").matchAll(/(?:\bfrom |\bimport\(|\bimport )"(\.[^"]+)"/g)].map(([, to]) => to);
  return paths.map((to) => posix.normalize(posix.join(posix.dirname(path), to)));
}

test("every folder of the source is a room that the list names, and only entry points stand beside the rooms", () => {
  const found = readdirSync(SOURCES, { withFileTypes: true });
  const folders = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  assert.deepEqual(folders.sort(), rooms.toSorted());
  assert.deepEqual(found.filter((entry) => !entry.isDirectory()).map(({ name }) => name).sort(), ENTRIES);
});

test("a room imports only from rooms above it in the list, so that none go round in a circle", () => {
  const files = readdirSync(SOURCES, { recursive: true }).map((path) => path.replaceAll("\\", "/")).filter((path) => path.endsWith(".ts"));
  const place = (path) => (path.includes("/") ? rooms.indexOf(path.split("/")[0]) : rooms.length);
  const edges = files.flatMap((from) => imports(from).map((to) => ({ from, to })));
  assert.ok(edges.length > 400, `only ${edges.length} imports were found`);
  assert.deepEqual(edges.filter(({ from, to }) => place(to) > place(from)).map(({ from, to }) => `${from} imports ${to}`), []);
});
