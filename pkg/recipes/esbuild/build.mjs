import { build } from "esbuild";

await build({
  // The client looks for `worker.js` beside the script that starts it.
  entryPoints: { main: "main.js", worker: "twinprint/worker" },
  bundle: true,
  format: "esm",
  minify: true,
  loader: { ".wasm": "file" },
  outdir: "out",
});
