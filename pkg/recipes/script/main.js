import { compare, createClient, init } from "twinprint";

const a = "The quick brown fox jumps over the lazy dog by the river.";
const b = "As we know, the quick brown fox jumps over the lazy dog!";

async function main() {
  // On the page itself, once the module is loaded; for texts of a page or two.
  await init();
  document.querySelector("#here").value = compare(a, b).longest_run;

  // In a worker of its own, so that the page stays free.
  const client = createClient();
  const { longest_run } = await client.compare(a, b);
  document.querySelector("#worker").value = longest_run;
  client.close();
}

main();
