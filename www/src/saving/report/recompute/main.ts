//! What a report does when its key is pressed: it computes everything again and says what is as printed.

import { initSync } from "twinprint";
import { formats } from "../../../words/format.ts";
import { REPORT } from "../../../words/report.ts";
import { body } from "../body.ts";
import type { ReportData } from "../data.ts";
import { compute } from "./compute.ts";
import { differences } from "./differences.ts";
import type { Difference } from "./differences.ts";

/** Computing goes on for this long before the page may draw. */
const SLICE_MS = 50;

const words = REPORT.again;
const key = document.getElementById("compute") as HTMLButtonElement;
const outcome = document.getElementById("outcome")!;
const content = (id: string) => document.getElementById(id)!.textContent!;

/** The page as it was printed: what is added to it later is not compared. */
const printed = document.querySelector("main")!.cloneNode(true) as HTMLElement;
let program: Promise<void> | undefined;

document.getElementById("again")!.hidden = false;
key.addEventListener("click", () => {
  key.disabled = true;
  void run().finally(() => (key.disabled = false));
});

async function run(): Promise<void> {
  for (const mark of document.querySelectorAll(".unlike")) mark.remove();
  for (const place of document.querySelectorAll("[data-found]")) place.removeAttribute("data-found");
  say(words.preparing);
  try {
    const data = JSON.parse(content("held")) as ReportData;
    const written = formats(data.locale);
    await (program ??= prepare());
    let turned = performance.now();
    const computed = await compute(data, async (done) => {
      if (performance.now() - turned < SLICE_MS) return;
      say(words.progress(written.count(done), written.count(data.pairs.length)));
      await new Promise((resolve) => setTimeout(resolve));
      turned = performance.now();
    });
    const again = { ...data, recipe: { ...data.recipe, id: computed.recipe } };
    const anew = new DOMParser().parseFromString(`<main>${body(again, computed, written).text}</main>`, "text/html");
    const unknowable = data.pairs.flatMap(({ common }, n) => (data.whole && common ? [`pair-${n + 1}`] : []));
    tell(differences(printed, anew.querySelector("main")!, new Set(unknowable)), written.count);
  } catch (error) {
    say(words.failed(error instanceof Error ? error.message : String(error)));
  }
}

/** The program is packed by gzip and written as base64. */
async function prepare(): Promise<void> {
  const packed = Uint8Array.from(atob(content("program").trim()), (c) => c.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  initSync({ module: await WebAssembly.compile(await new Response(unpacked).arrayBuffer()) });
}

function say(text: string): void {
  const line = document.createElement("p");
  line.textContent = text;
  outcome.replaceChildren(line);
}

function tell({ numbers, texts, unknown, unlike }: ReturnType<typeof differences>, count: (n: number) => string): void {
  if (unlike.length === 0) say(words.same(count(numbers), count(texts)));
  else say(words.differing(unlike.length, count(unlike.length), count(numbers + texts)));
  outcome.dataset.found = unlike.length === 0 ? "same" : "differing";
  if (unlike.length > 0) {
    const list = document.createElement("ol");
    // A number may stand in a table and beside its pair.
    const lines = new Map(unlike.map((difference) => [sentence(difference), difference]));
    for (const [text, { section }] of lines) list.append(line(text, section));
    outcome.append(list);
  }
  if (unknown.length > 0) outcome.append(Object.assign(document.createElement("p"), { textContent: words.unknown(count(unknown.length)) }));
  const live = document.querySelectorAll("main [data-figure], main [data-text]");
  for (const place of live) place.setAttribute("data-found", "same");
  for (const index of unknown) live[index]?.setAttribute("data-found", "unknown");
  for (const { index, printed, computed } of unlike) {
    const place = live[index];
    if (!place) continue;
    place.setAttribute("data-found", "unlike");
    const mark = document.createElement("ins");
    mark.className = "unlike";
    mark.textContent = printed === null ? ` ${words.otherText}` : ` ${words.computed}: ${computed || words.nothing}`;
    place.after(mark);
  }
}

/** A difference in words. */
function sentence({ name, printed, computed }: Difference): string {
  if (printed === null) return `${name}: ${words.otherText}`;
  return `${name}: ${words.printed} ${printed || words.nothing}, ${words.computed} ${computed || words.nothing}`;
}

/** A line that leads to its place. */
function line(text: string, section: string | undefined): HTMLElement {
  const item = document.createElement("li");
  const link = document.createElement(section ? "a" : "span");
  if (link instanceof HTMLAnchorElement) link.href = `#${section}`;
  link.textContent = text;
  item.append(link);
  return item;
}
