"use client";

import { useEffect, useState } from "react";
import { createClient } from "twinprint";

const a = "The quick brown fox jumps over the lazy dog by the river.";
const b = "As we know, the quick brown fox jumps over the lazy dog!";

/** What a worker of the page finds, and what the server does. */
export default function Page() {
  const [words, setWords] = useState({});
  useEffect(() => {
    const client = createClient();
    client
      .compare(a, b)
      .then(({ longest_run }) => setWords((words) => ({ ...words, worker: longest_run })))
      .catch((error) => error.kind === "closed" || Promise.reject(error));
    fetch("/api/compare", { method: "POST", body: JSON.stringify({ a, b }) })
      .then((response) => response.json())
      .then(({ longest_run }) => setWords((words) => ({ ...words, here: longest_run })));
    return () => client.close();
  }, []);
  return (
    <p>
      Words in a row that both texts have: by the server <output id="here">{words.here}</output>, by a worker{" "}
      <output id="worker">{words.worker}</output>
    </p>
  );
}
