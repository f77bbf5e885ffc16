import { compare, createClient, init } from "twinprint";
import wasm from "twinprint/twinprint.wasm";

const a = "The quick brown fox jumps over the lazy dog by the river.";
const b = "As we know, the quick brown fox jumps over the lazy dog!";

// esbuild finds neither the wasm file nor the worker by itself: build.mjs has both beside this script.
const file = new URL(wasm, import.meta.url);

async function main() {
  // On the page itself, once the module is loaded; for texts of a page or two.
  await init(file);
  document.querySelector("#here").value = compare(a, b).longest_run;

  // In a worker of its own, so that the page stays free.
  const client = createClient({ wasm: file });
  const { longest_run } = await client.compare(a, b);
  document.querySelector("#worker").value = longest_run;
  client.close();
}

main();
