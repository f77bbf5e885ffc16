// The worker's entry for Cloudflare and what runs its modules: the platform compiles the wasm file that is imported.

import module from "../../pkg/dist/edge/twinprint_bg.wasm";
import { Core } from "./core.ts";
import { handler } from "./handler.ts";
import { seenOver } from "./seen.ts";

const core = new Core(module);

/** What was seen before: a Durable Object for each access token. */
export const Seen = seenOver(core);

export default handler(core);
