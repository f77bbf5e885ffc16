// A worker that remembers in the folder named, and if a folder of it is named, too, has shards there all the time, for a test that kills it: it
// says where it is, and stays.

import { join } from "node:path";
import { start, workerWith } from "./workerd.mjs";

const [folder, place] = process.argv.slice(2);
const shards = place && { r2Buckets: ["SEEN_BUCKET"], r2Persist: join(folder, place), bindings: { SEEN_SHARD: 5 } };
const options = { durableObjects: { SEEN: { className: "Seen", useSQLite: true } }, durableObjectsPersist: folder, ...shards };
const { url } = await start({ after: () => {} }, workerWith(options));
process.send(url);
