//! The signatures of a pair, on demand: what two documents are reduced to by a method, where that differs, and the words
//! that set it.

import { h, set } from "../page/dom.ts";
import type { Engine } from "../pairs/engine.ts";
import type { Problem, Signatures, SketchPart } from "../protocol/comparing.ts";
import { count, counted, percent } from "../words/format.ts";
import { SIGNATURES } from "../words/signatures.ts";

interface Method {
  line: keyof typeof SIGNATURES.methods;
  /** Whether it weighs words by how rare they are in English, for which a model is fetched. */
  weighs?: true;
}

const METHODS: Method[] = [
  { line: "fusion:bits=64", weighs: true },
  { line: "fusion", weighs: true },
  { line: "manku07", weighs: true },
  { line: "kolcz04", weighs: true },
  { line: "henzinger06-c" },
  { line: "henzinger06-b" },
  { line: "henzinger06-combined" },
  { line: "fetterly03" },
  { line: "broder97" },
  { line: "ye08" },
  { line: "minhash:values=128" },
  { line: "buckets" },
];

export class SignaturesView {
  readonly element: HTMLDetailsElement;
  #method = h("select", { onchange: () => void this.#ask() }, ...METHODS.map(({ line }) => h("option", { value: line }, SIGNATURES.methods[line])));
  #wholes = h("p", { class: "wholes" });
  #verdict = h("p", { class: "verdict", role: "status" });
  #lexicons = h("p", { class: "hint lexicons" });
  #parts = h("div", { class: "signature-parts" });
  #recipe = h("pre");
  #about = h("details", { class: "signature-recipe" }, h("summary", {}, SIGNATURES.recipe), this.#recipe);
  #pair: [number, number] | undefined;
  /** What is shown, or being asked for. */
  #shown = "";
  #versions = "";
  #call = 0;

  constructor(private engine: Engine) {
    this.element = h("details", { class: "signatures", ontoggle: () => void this.#ask() },
      h("summary", {}, SIGNATURES.title),
      h("div", { class: "signatures-body" },
        h("p", { class: "hint" }, SIGNATURES.about),
        this.#wholes,
        h("label", { class: "field" }, h("span", {}, SIGNATURES.method), this.#method),
        this.#verdict,
        this.#lexicons,
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
    this.#clear(SIGNATURES.making);
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
    this.#lexicons.textContent = "";
    this.#wholes.textContent = "";
    this.#parts.replaceChildren();
    set(this.#about, "hidden", true);
  }

  #tell({ score, alike, rule, recipe, parts, lexicons, wholes }: Signatures): void {
    this.#wholes.replaceChildren(...asWholes(wholes));
    const share = /^(resemblance|containment)/.test(rule);
    const found = score === null ? SIGNATURES.nothingToGoBy : SIGNATURES.score(share ? percent(score) : count(score));
    this.#verdict.replaceChildren(
      h("b", {}, alike ? SIGNATURES.alike : SIGNATURES.notAlike), SIGNATURES.verdict(rule, found),
      this.engine.templateLabels.length > 0 ? SIGNATURES.templateCounts : "");
    this.#lexicons.textContent = lexicons ? SIGNATURES.lexicons(lexicons) : "";
    this.#parts.replaceChildren(...parts.map(section));
    this.#recipe.textContent = recipe;
    set(this.#about, "hidden", false);
  }
}

/** What fingerprints of the whole documents say, beside the resemblance that they estimate. */
function asWholes(wholes: Signatures["wholes"]): (Node | string)[] {
  if (!wholes) return [SIGNATURES.noWholes];
  const { near, distance, bits, allowed, exact, resemblance: { low, estimate, high } } = wholes;
  const of = (share: number) => Math.round(100 * share);
  return [h("b", {}, SIGNATURES.wholes(near)), SIGNATURES.wholesFound(distance, bits, allowed), " ", SIGNATURES.estimated(of(estimate), of(low), of(high), percent(exact))];
}

function section(part: SketchPart): HTMLElement {
  const equal = part.agree === part.of;
  return h("section", {},
    h("h3", {}, nameOf(part)),
    h("p", { class: "apart" }, agreement(part)),
    ...(equal && part.a !== null ? [digits(SIGNATURES.both, part.a, part.a)] : []),
    ...(equal ? [] : [digits(SIGNATURES.a, part.a, part.b), digits(SIGNATURES.b, part.b, part.a)]),
    part.features.length > 0 && table(part));
}

function nameOf({ kind, number }: SketchPart): string {
  const { parts } = SIGNATURES;
  const lexicon = number === 0 ? parts.allWords : parts.lexicon(number + 1);
  const names: Record<SketchPart["kind"], string> = {
    whole: parts.whole,
    shingles: parts.shingles,
    "min-values": parts.minValues,
    supershingle: parts.supershingle(number + 1),
    projection: parts.projection,
    "i-match": lexicon,
    bucket: parts.bucket(number + 1),
    simhash: lexicon,
  };
  return names[kind];
}

function agreement({ kind, a, b, agree, of }: SketchPart): string {
  switch (kind) {
    case "simhash":
    case "projection":
      if (a === null || b === null) return SIGNATURES.nothing;
      return SIGNATURES.differ(count(of - agree), counted(of, "bit"));
    case "shingles":
      return of > 0 ? SIGNATURES.inBoth(count(agree), counted(of, "shingle")) : SIGNATURES.noShingle;
    case "min-values":
      return SIGNATURES.equalOf(count(agree), counted(of, "min-value"));
    default:
      return of === 0 ? SIGNATURES.nothing : agree === of ? SIGNATURES.equal : SIGNATURES.different;
  }
}

/** Hexadecimal digits, those that the other has not at that place marked. */
function digits(label: string, own: string | null, other: string | null): HTMLElement | null {
  if (own === null && other === null) return null;
  const code = h("code", { class: "digits" });
  if (own === null) code.append(SIGNATURES.none);
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
    h("caption", {}, SIGNATURES.caption),
    h("thead", {}, h("tr", {}, heading(SIGNATURES.words), heading(SIGNATURES.a), heading(SIGNATURES.b), heading(SIGNATURES.weight))),
    h("tbody", {}, ...part.features.map(({ text, a, b, weight }) =>
      h("tr", {}, h("th", { scope: "row" }, h("bdi", {}, text)), h("td", {}, count(a)), h("td", {}, count(b)), h("td", {}, count(weight))))),
    part.further > 0 && h("tfoot", {}, h("tr", {}, h("td", { colspan: 4 }, SIGNATURES.further(count(part.further))))));
}
