//! Elements without a framework. Text always goes in as text; nothing here can make markup of it.

type Value = string | number | boolean | null | undefined | ((event: never) => void);
export type Child = Node | string | null | undefined | false;

/**
 * An element: `h("button", { class: "quiet", onclick: close }, "Close")`. A name that begins with `on` adds a listener,
 * `true` sets an empty attribute, and `false`, `null` and `undefined` leave it out.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, Value> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else set(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Sets or removes an attribute, by the rules of `h`. */
export function set(element: Element, name: string, value: Exclude<Value, Function>): void {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? "" : String(value));
}

/** A name that somebody else chose, kept from turning the text around it. */
export function named(name: string, attributes: Record<string, Value> = {}): HTMLElement {
  return h("bdi", { title: name, ...attributes }, name);
}

/** A name within a sentence that is plain text, such as a label; isolated by U+2068 and U+2069. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}

/** The element of the page with this id; index.html has it. */
export function byId<E extends HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`index.html has no element "${id}"`);
  return element as E;
}

const SHAPES = {
  close: "M4 4l8 8M12 4l-8 8",
  back: "M10 3L5 8l5 5",
  previous: "M3 10l5-5 5 5",
  next: "M3 6l5 5 5-5",
  open: "M6 3l5 5-5 5",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  warning: "M8 2l6.5 11.5h-13zM8 6.5v3.2M8 11.4v.2",
  copied: "M8 2.5a5.5 5.5 0 1 0 .01 0zM8 5v3.6M8 11v.1",
  fine: "M3 8.5l3.5 3.5L13 4.5",
  again: "M13 8A5 5 0 1 1 8 3h3M9 .8L11.5 3 9 5.2",
  note: "M3 2.5h10v8H8l-3 3v-3H3z",
  quote: "M7 4.5H3.5V9H7V4.5zM7 9c0 1.5-1 2.5-2.5 2.8M13 4.5H9.5V9H13V4.5zM13 9c0 1.5-1 2.5-2.5 2.8",
  list: "M6 4h7M6 8h7M6 12h7M3 4h.1M3 8h.1M3 12h.1",
  taken: "M8 2.5a5.5 5.5 0 1 0 .01 0zM5.2 8h5.6",
  template: "M3 2h10v12H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3",
} as const;

/** A line drawing beside a word; it says nothing that the word does not. */
export function icon(shape: keyof typeof SHAPES): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [name, value] of [["viewBox", "0 0 16 16"], ["class", "icon"], ["aria-hidden", "true"]] as const) {
    svg.setAttribute(name, value);
  }
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", SHAPES[shape]);
  svg.append(path);
  return svg;
}
