const { compare, createClient } = require("twinprint");

const a = "The quick brown fox jumps over the lazy dog by the river.";
const b = "As we know, the quick brown fox jumps over the lazy dog!";

console.log(compare(a, b).longest_run);

// On a thread of its own, so that a server goes on to answer.
const client = createClient();
client.compare(a, b).then(({ longest_run }) => {
  console.log(longest_run);
  client.close();
});
