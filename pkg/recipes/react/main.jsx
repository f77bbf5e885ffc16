import { useState } from "react";
import { createRoot } from "react-dom/client";
import "twinprint/element";

/** Two fields, and what their texts share. React 19 sets properties of elements and hears their events. */
function App() {
  const [a, setA] = useState("The quick brown fox jumps over the lazy dog by the river.");
  const [b, setB] = useState("As we know, the quick brown fox jumps over the lazy dog!");
  const [report, setReport] = useState();
  const [error, setError] = useState();
  return (
    <main>
      <label>Essay <textarea value={a} onChange={(event) => setA(event.target.value)} /></label>
      <label>Source <textarea value={b} onChange={(event) => setB(event.target.value)} /></label>
      <twinprint-compare
        a={a}
        b={b}
        name-a="Essay"
        name-b="Source"
        oncompared={({ detail }) => { setReport(detail); setError(undefined); }}
        onerror={({ error }) => setError(error)}
      />
      {error ? <p role="alert">{error.message}</p> : report && <p id="longest">{report.longest_run} words in a row</p>}
    </main>
  );
}

createRoot(document.querySelector("#root")).render(<App />);
