//! The table of persons: one row each, with whom they share most and how many of their words stand elsewhere. It tells of the pairs that
//! pass the filter, and no others.

import type { Documents } from "../documents/documents.ts";
import { h, isolated, named, set } from "../page/dom.ts";
import { VirtualRows } from "../page/virtual-rows.ts";
import { write } from "../pairs/address.ts";
import type { Engine } from "../pairs/engine.ts";
import { count } from "../words/format.ts";
import { PERSONS } from "../words/persons.ts";
import { Elsewhere } from "./elsewhere.ts";
import { nameOf, persons, wordsOf } from "./persons.ts";
import type { Person } from "./persons.ts";

const KEYS = ["person", "link", "score", "elsewhere", "sources", "group"] as const;
type Key = (typeof KEYS)[number];

const TITLES: Partial<Record<Key, string>> = {
  link: PERSONS.linkTitle, score: PERSONS.scoreTitle, elsewhere: PERSONS.elsewhereTitle, sources: PERSONS.sourcesTitle, group: PERSONS.groupTitle,
};

/** A person with all that a row shows. */
interface Row extends Person {
  name: string;
  other: string;
  words: number;
  elsewhere: number | undefined;
}

export class PersonsView {
  readonly element: HTMLElement;
  #groups = h("ul", { class: "groups hint" });
  #headings: Map<Key, HTMLElement>;
  #body = h("div", { class: "rows", role: "rowgroup" });
  #grid: HTMLElement;
  #rows: VirtualRows;
  #elsewhere: Elsewhere;
  #persons: Person[] = [];
  #shown: Row[] = [];
  #order: { key: Key; descending: boolean } = { key: "score", descending: true };
  #call = 0;

  constructor(
    private documents: Documents,
    private engine: Engine,
  ) {
    this.#elsewhere = new Elsewhere(documents, engine);
    this.#headings = new Map(KEYS.map((key) => [
      key,
      h("div", { role: "columnheader", class: `cell ${key}` }, h("button", { type: "button", class: "heading", title: TITLES[key], onclick: () => this.#sort(key) }, PERSONS[key])),
    ]));
    this.#grid = h("div", { class: "pairs", role: "grid", "aria-label": PERSONS.table, "aria-colcount": KEYS.length },
      h("div", { role: "rowgroup", class: "head" }, h("div", { role: "row", class: "row", "aria-rowindex": 1 }, ...this.#headings.values())),
      this.#body);
    this.element = h("div", { class: "persons-view", hidden: true }, this.#groups, this.#grid);
    this.#rows = new VirtualRows(this.#grid, this.#body, {
      make: (index) => this.#row(this.#shown[index]!, index),
      shown: (index) => JSON.stringify([this.#shown[index], [...this.#shown[index]!.sources].length]),
      target: (row) => row.querySelector<HTMLElement>("a, .unlinked")!,
    });
  }

  /** Shows everyone who is in one of the pairs with these slots. */
  async show(slots: ArrayLike<number>): Promise<void> {
    const call = ++this.#call;
    const isOver = () => call !== this.#call;
    const found = await persons(slots, this.engine.table, this.engine.authors, isOver);
    if (!found || isOver()) return;
    this.#persons = found;
    this.#draw();
    if (this.engine.left > 0) return;
    // What goes down meanwhile is told elsewhere, and asked for again with the next numbers.
    void this.#elsewhere.count(found, () => {
      if (isOver()) return false;
      this.#draw();
      return true;
    }).catch(() => undefined);
  }

  /** Nothing is shown any more. */
  leave(): void {
    this.#call += 1;
    this.#shown = [];
    this.#rows.show(0);
  }

  focus(): void {
    this.#rows.focus(this.#rows.active);
  }

  #sort(key: Key): void {
    const names = key === "person" || key === "link";
    this.#order = { key, descending: this.#order.key === key ? !this.#order.descending : !names };
    this.#draw();
  }

  #draw(): void {
    const called = new Map(this.#persons.map((person) => [person.author, nameOf(person, this.documents)]));
    this.#shown = this.#persons.map((person): Row => ({
      ...person,
      name: called.get(person.author)!,
      other: person.link ? (called.get(person.link.with) ?? "") : "",
      words: wordsOf(person, this.documents),
      elsewhere: this.#elsewhere.words(person),
    }));
    const { key, descending } = this.#order;
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    const by: Record<Key, (x: Row, y: Row) => number> = {
      person: (x, y) => compare(x.name, y.name),
      link: (x, y) => compare(x.other, y.other),
      score: (x, y) => (x.link?.score ?? -1) - (y.link?.score ?? -1),
      elsewhere: (x, y) => (x.elsewhere ?? -1) - (y.elsewhere ?? -1),
      sources: (x, y) => x.sources.size - y.sources.size,
      // The first group first, and who is in none last.
      group: (x, y) => (y.group || Infinity) - (x.group || Infinity) || 0,
    };
    this.#shown.sort((x, y) => (descending ? -1 : 1) * by[key](x, y) || by.score(y, x) || compare(x.name, y.name));
    for (const [own, heading] of this.#headings) set(heading, "aria-sort", own === key && (descending ? "descending" : "ascending"));
    set(this.#grid, "aria-rowcount", this.#shown.length + 1);
    const groups = [...new Set(this.#shown.map(({ group }) => group))].filter((group) => group > 0).sort((x, y) => x - y);
    this.#groups.hidden = groups.length === 0;
    this.#groups.replaceChildren(...groups.map((n) => h("li", {}, PERSONS.members(n, this.#shown.filter(({ group }) => group === n).map(({ name }) => isolated(name))))));
    this.#rows.measure();
    this.#rows.show(this.#shown.length);
  }

  #row({ name, other, link, shares, words, elsewhere, sources, group }: Row, index: number): HTMLElement {
    /** What a heading says where there is room for one. */
    const narrow = (words: string) => h("span", { class: "narrow" }, words);
    const cell = (key: Key, ...content: (Node | string)[]) => h("div", { role: "gridcell", class: `cell ${key}` }, ...content);
    const files = shares.size > 1 ? [h("span", { class: "file" }, PERSONS.documents(shares.size))] : [];
    const who = link
      ? h("a", { href: write({ page: "pair", a: link.a, b: link.b, passage: 0 }) }, named(name, { class: "who" }), ...files)
      : h("span", { class: "unlinked", tabindex: -1 }, named(name, { class: "who" }), ...files);
    return h("div", { role: "row", class: `row${link ? "" : " nothing"}`, "aria-rowindex": index + 2 },
      cell("person", who),
      cell("link", ...(link ? [narrow(PERSONS.with), named(other)] : [PERSONS.nobody])),
      cell("score", link ? count(Math.round(link.score)) : ""),
      cell("elsewhere", elsewhere === undefined ? PERSONS.counting : PERSONS.words(elsewhere, words)),
      cell("sources", count(sources.size), narrow(PERSONS.sourcesUnit(sources.size))),
      cell("group", group > 0 ? PERSONS.numbered(group) : ""));
  }
}
