import { compare, createClient, init } from "twinprint";

const a = "The quick brown fox jumps over the lazy dog by the river.";
const b = "As we know, the quick brown fox jumps over the lazy dog!";

// Here the module is loaded on import, and this resolves at once: code for browsers runs as it is.
await init();
console.log(compare(a, b).longest_run);

// On a thread of its own, so that a server goes on to answer.
const client = createClient();
const { longest_run } = await client.compare(a, b);
console.log(longest_run);
client.close();
