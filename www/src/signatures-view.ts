//! The signatures of a pair, on demand: what two documents are reduced to by a method, where that differs, and the words
//! that set it.

import { h, set } from "./dom.ts";
import type { Engine } from "./engine.ts";
import { count, counted, percent } from "./format.ts";
import type { Problem, Signatures, SketchPart } from "./protocol.ts";

interface Method {
  line: string;
  label: string;
  /** Whether it weighs words by how rare they are in English, for which a model is fetched. */
  weighs?: true;
}

const METHODS: Method[] = [
  { line: "fusion:bits=64", label: "fusion, 64 bits: simhashes from five lexicons", weighs: true },
  { line: "fusion", label: "fusion, 32 bits, as published", weighs: true },
  { line: "manku07", label: "manku07: one simhash of weighted words", weighs: true },
  { line: "kolcz04", label: "kolcz04: I-Match from eleven lexicons", weighs: true },
  { line: "henzinger06-c", label: "henzinger06-c: random projection" },
  { line: "henzinger06-b", label: "henzinger06-b: supershingles" },
  { line: "henzinger06-combined", label: "henzinger06-combined: both" },
  { line: "fetterly03", label: "fetterly03: supershingles" },
  { line: "broder97", label: "broder97: one shingle in 25" },
  { line: "ye08", label: "ye08: one shingle in 16 or 8" },
  { line: "minhash:values=128", label: "minhash: 128 min-values" },
  { line: "buckets", label: "buckets: eight checksums" },
];

export class SignaturesView {
  readonly element: HTMLDetailsElement;
  #method = h("select", { onchange: () => void this.#ask() }, ...METHODS.map(({ line, label }) => h("option", { value: line }, label)));
  #verdict = h("p", { class: "verdict", role: "status" });
  #parts = h("div", { class: "signature-parts" });
  #recipe = h("pre");
  #about = h("details", { class: "signature-recipe" }, h("summary", {}, "Recipe"), this.#recipe);
  #pair: [number, number] | undefined;
  /** What is shown, or being asked for. */
  #shown = "";
  #versions = "";
  #call = 0;

  constructor(private engine: Engine) {
    this.element = h("details", { class: "signatures", ontoggle: () => void this.#ask() },
      h("summary", {}, "Signatures"),
      h("div", { class: "signatures-body" },
        h("p", { class: "hint" },
          "A signature is a short stand-in for a document, made of its words, so that documents with most of their words in common have much of it in common. It is made here; nothing leaves this page."),
        h("label", { class: "field" }, h("span", {}, "Method"), this.#method),
        this.#verdict,
        this.#parts,
        this.#about));
    set(this.#about, "hidden", true);
  }

  /** The pair in sight; nothing is asked for until the disclosure is open. */
  show(a: number, b: number, versions: string): void {
    this.#pair = [a, b];
    this.#versions = versions;
    void this.#ask();
  }

  async #ask(): Promise<void> {
    if (!this.element.open || !this.#pair) return;
    const method = METHODS.find(({ line }) => line === this.#method.value) ?? METHODS[0]!;
    const wanted = `${this.#versions} ${method.line}`;
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    const call = ++this.#call;
    this.#clear("Making the signatures…");
    const [a, b] = this.#pair;
    try {
      const signatures = await this.engine.signatures(a, b, method.line, method.weighs === true);
      if (call === this.#call) this.#tell(signatures);
    } catch (problem) {
      if (call !== this.#call) return;
      this.#shown = "";
      const { what, place, remedy } = problem as Problem;
      this.#clear(`${place ? `${place}: ` : ""}${what}; ${remedy}.`);
    }
  }

  #clear(status: string): void {
    this.#verdict.textContent = status;
    this.#parts.replaceChildren();
    set(this.#about, "hidden", true);
  }

  #tell({ score, alike, rule, recipe, parts }: Signatures): void {
    const share = /^(resemblance|containment)/.test(rule);
    const found = score === null ? "there is nothing to go by" : `it is ${share ? percent(score) : count(score)}`;
    this.#verdict.replaceChildren(
      h("b", {}, alike ? "Alike" : "Not alike"), ` by this method, which wants ${rule}; here ${found}.`,
      this.engine.templateLabels.length > 0 ? " Template text counts here." : "");
    this.#parts.replaceChildren(...parts.map(section));
    this.#recipe.textContent = recipe;
    set(this.#about, "hidden", false);
  }
}

function section(part: SketchPart): HTMLElement {
  const equal = part.agree === part.of;
  return h("section", {},
    h("h3", {}, nameOf(part)),
    h("p", { class: "apart" }, agreement(part)),
    ...(equal && part.a !== null ? [digits("Both", part.a, part.a)] : []),
    ...(equal ? [] : [digits("First", part.a, part.b), digits("Second", part.b, part.a)]),
    part.features.length > 0 && table(part));
}

function nameOf({ kind, number }: SketchPart): string {
  const lexicon = number === 0 ? "All words" : `Lexicon ${number + 1}`;
  const names: Record<SketchPart["kind"], string> = {
    whole: "The whole text",
    shingles: "Shingles",
    "min-values": "Min-values",
    supershingle: `Supershingle ${number + 1}`,
    projection: "Projection",
    "i-match": lexicon,
    bucket: `Bucket ${number + 1}`,
    simhash: lexicon,
  };
  return names[kind];
}

function agreement({ kind, a, b, agree, of }: SketchPart): string {
  switch (kind) {
    case "simhash":
    case "projection":
      if (a === null || b === null) return "Nothing to compare";
      return `${count(of - agree)} of ${counted(of, "bit")} differ`;
    case "shingles":
      return of > 0 ? `${count(agree)} of ${counted(of, "shingle")} in both` : "No shingle in the sample";
    case "min-values":
      return `${count(agree)} of ${counted(of, "min-value")} equal`;
    default:
      return of === 0 ? "Nothing to compare" : agree === of ? "Equal" : "Different";
  }
}

/** Hexadecimal digits, those that the other has not at that place marked. */
function digits(label: string, own: string | null, other: string | null): HTMLElement | null {
  if (own === null && other === null) return null;
  const code = h("code", { class: "digits" });
  if (own === null) code.append("none");
  for (let at = 0; own !== null && at < own.length; ) {
    const differs = (place: number) => other !== null && own[place] !== other[place];
    let end = at + 1;
    while (end < own.length && differs(end) === differs(at)) end += 1;
    code.append(differs(at) ? h("mark", {}, own.slice(at, end)) : own.slice(at, end));
    at = end;
  }
  return h("p", { class: "print" }, h("span", { class: "side" }, label), code);
}

/** The words that set what differs, as text and nothing else. */
function table(part: SketchPart): HTMLElement {
  const heading = (text: string) => h("th", { scope: "col" }, text);
  return h("table", {},
    h("caption", {}, "What set the difference, the most first"),
    h("thead", {}, h("tr", {}, heading("Words, as hashed"), heading("First"), heading("Second"), heading("Weight"))),
    h("tbody", {}, ...part.features.map(({ text, a, b, weight }) =>
      h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, text)), h("td", {}, count(a)), h("td", {}, count(b)), h("td", {}, count(weight))))),
    part.further > 0 && h("tfoot", {}, h("tr", {}, h("td", { colspan: 4 }, `and ${count(part.further)} more`))));
}
