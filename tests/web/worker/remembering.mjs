// A worker that remembers in the folder named, for a test that kills it: it says where it is, and stays.

import { start, workerWith } from "./workerd.mjs";

const options = { durableObjects: { SEEN: { className: "Seen", useSQLite: true } }, durableObjectsPersist: process.argv[2] };
const { url } = await start({ after: () => {} }, workerWith(options));
process.send(url);
