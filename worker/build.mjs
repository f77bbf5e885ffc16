// The server for Node in one file, with the wasm module beside it. What Cloudflare gets, wrangler makes of the same sources.

import { copyFileSync, rmSync } from "node:fs";
import { build } from "esbuild";

rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: ["src/node/server.ts"],
  outfile: "dist/server.js",
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
});
copyFileSync("../pkg/dist/edge/twinprint_bg.wasm", "dist/twinprint_bg.wasm");
