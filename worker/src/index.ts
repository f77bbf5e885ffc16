// The worker's entry for Cloudflare and what runs its modules: the platform compiles the wasm file that is imported.

import module from "../../pkg/dist/edge/twinprint_bg.wasm";
import { handler } from "./handler.ts";

export default handler(module);
