// <twinprint-compare>: two texts in, and both again with the passages marked that they share. A client compares, so the page stays free.
import { createClient } from "./index.js";
import { STYLE } from "./element-style.js";

/** What the element says, for another language to be put in place of. */
const WORDS = {
  a: "First text",
  b: "Second text",
  missing: "Two texts are needed.",
  comparing: "Comparing …",
  none: "No passage is in both texts.",
  found: (passages, a, b) => `${passages} shared ${passages === 1 ? "passage" : "passages"}: ${a} of the words of the first text, ${b} of the second.`,
  passage: (number, words, edited) => `Passage ${number}, ${words} words${edited ? ", edited" : ""}. Go to it in the other text.`,
};

const SIDES = ["a", "b"];

/** The client of all elements that were given none: there while one of them is in the page. */
const shared = {
  users: 0,
  enter() {
    if (this.users++ === 0) this.client = createClient();
  },
  leave() {
    if (--this.users === 0) this.client.close();
  },
};

/** Where there are no elements, as where a server renders a page, the class is there and of no use. */
const Base = globalThis.HTMLElement ?? class {};

export class TwinprintCompare extends Base {
  static observedAttributes = ["a", "b", "name-a", "name-b"];

  #given = {};
  #options = {};
  #words = WORDS;
  #client;
  #view;
  #present = false;
  /** Of what is being compared; aborted when the element leaves the page. */
  #running;
  #stale = false;

  get a() {
    return this.#text("a");
  }
  set a(document) {
    this.#give("a", document);
  }

  get b() {
    return this.#text("b");
  }
  set b(document) {
    this.#give("b", document);
  }

  get options() {
    return this.#options;
  }
  set options(options) {
    this.#options = options ?? {};
    this.#changed();
  }

  get words() {
    return this.#words;
  }
  set words(words) {
    this.#words = { ...WORDS, ...words };
    this.#changed();
  }

  get client() {
    return this.#client;
  }
  set client(client) {
    this.#client = client;
    this.#changed();
  }

  connectedCallback() {
    this.#present = true;
    shared.enter();
    // What a framework set before the element was defined hides its accessors.
    for (const name of ["a", "b", "options", "words", "client"]) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    this.#view ??= this.#build();
    this.#changed();
  }

  disconnectedCallback() {
    this.#present = false;
    this.#running?.abort();
    shared.leave();
  }

  attributeChangedCallback() {
    this.#changed();
  }

  #give(side, document) {
    this.#given[side] = document ?? undefined;
    this.#changed();
  }

  /** A text as a property, an attribute or an element in its slot has it, in this order. */
  #text(side) {
    const slotted = () => {
      const source = this.querySelector(`:scope > [slot="${side}"]`);
      return source?.value ?? source?.textContent.trim();
    };
    return this.#given[side] ?? this.getAttribute(side) ?? slotted() ?? "";
  }

  /** Compares when all that is set at once is set; what changes while it compares is compared after it. */
  #changed() {
    if (!this.#present) return;
    this.#stale = true;
    if (this.#running) return;
    const running = (this.#running = new AbortController());
    queueMicrotask(async () => {
      while (this.#stale && !running.signal.aborted) {
        this.#stale = false;
        await this.#compare(running.signal);
      }
      if (this.#running === running) this.#running = undefined;
      // It left the page and came back meanwhile.
      if (this.#stale) this.#changed();
    });
  }

  async #compare(signal) {
    const [a, b] = [this.a, this.b];
    this.#name();
    if (a === "" || b === "") {
      [a, b].forEach((text, i) => this.#show(SIDES[i], typeof text === "string" ? text : "", []));
      return this.#say(this.#words.missing);
    }
    this.#say(this.#words.comparing, true);
    try {
      const client = this.#client ?? shared.client;
      const report = await client.compare(a, b, { ...this.#options, signal, texts: true });
      this.#report(report);
      this.dispatchEvent(new CustomEvent("compared", { detail: report, bubbles: true, composed: true }));
    } catch (error) {
      if (signal.aborted) return;
      [a, b].forEach((text, i) => this.#show(SIDES[i], typeof text === "string" ? text : (text.text ?? ""), []));
      this.#say(error.message);
      this.dispatchEvent(new ErrorEvent("error", { error, message: error.message }));
    }
  }

  #build() {
    const root = this.attachShadow({ mode: "open" });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    const status = make("p", { part: "status", role: "status" });
    const texts = make("div", { part: "texts" });
    root.append(status, texts);
    const view = { status };
    for (const side of SIDES) {
      const name = make("div", { part: "name", id: `name-${side}` });
      const text = make("div", { part: `text text-${side}`, id: `text-${side}`, role: "region", "aria-labelledby": name.id, tabindex: "0" });
      const source = make("slot", { name: side });
      source.addEventListener("slotchange", () => this.#changed());
      text.addEventListener("click", ({ target }) => this.#follow(side, target.closest("[data-passage]")?.dataset.passage));
      const pane = make("div", { part: `pane pane-${side}` });
      pane.append(name, text, source);
      texts.append(pane);
      view[side] = { name, text };
    }
    // Fields in the slots, which say nothing else when they change.
    this.addEventListener("input", () => this.#changed());
    return view;
  }

  #name() {
    for (const side of SIDES) this.#view[side].name.textContent = this.getAttribute(`name-${side}`) ?? this.#words[side];
  }

  #say(words, busy = false) {
    this.#view.status.textContent = words;
    this.setAttribute("aria-busy", String(busy));
  }

  #report(report) {
    const { passages } = report;
    const percent = new Intl.NumberFormat(this.closest("[lang]")?.lang || undefined, { style: "percent" });
    const [a, b] = SIDES.map((side) => {
      this.#show(side, report[`text_${side}`], passages);
      return percent.format((report[`shared_words_${side}`] + report[`edited_words_${side}`]) / report[`words_${side}`]);
    });
    this.#say(passages.length === 0 ? this.#words.none : this.#words.found(passages.length, a, b));
  }

  /** Writes a text with its passages marked, in order; where two overlap, the second goes on where the first ends. */
  #show(side, text, passages) {
    const parts = [];
    let end = 0;
    const inOrder = passages.map((passage, i) => [passage, i + 1]).sort(([p], [q]) => p[side].start - q[side].start);
    for (const [passage, number] of inOrder) {
      const start = Math.max(end, passage[side].start);
      parts.push(text.slice(end, start));
      end = Math.max(end, passage[side].end);
      const kind = passage.edited ? "passage passage-edited" : "passage";
      const mark = make("mark", { part: kind, "data-passage": number });
      const button = make("button", { part: "number", type: "button", "aria-label": this.#words.passage(number, passage.words, passage.edited) });
      button.textContent = number;
      mark.append(button, text.slice(start, end));
      parts.push(mark);
    }
    this.#view[side].text.replaceChildren(...parts, text.slice(end));
  }

  /** Goes from a passage to the same in the other text. */
  #follow(side, passage) {
    if (!passage) return;
    const [other] = SIDES.filter((other) => other !== side);
    const mark = this.#view[other].text.querySelector(`[data-passage="${passage}"]`);
    mark.scrollIntoView({ block: "nearest" });
    mark.querySelector("button").focus({ preventScroll: true });
  }
}

/** An element with these attributes. */
function make(tag, attributes) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

if (globalThis.customElements && !customElements.get("twinprint-compare")) customElements.define("twinprint-compare", TwinprintCompare);
