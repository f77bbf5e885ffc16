// A module of the page by itself, for tests of what needs no browser.

import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Imports `www/src/{path}`, bundled. */
export async function source(path) {
  const entry = fileURLToPath(new URL(`../../../www/src/${path}`, import.meta.url));
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: "esm", write: false, logLevel: "silent" });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString("base64")}`);
}
