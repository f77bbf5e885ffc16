//! Rows of one height, of which only those in sight exist, so that a hundred thousand scroll as ten do. One of them has the keyboard,
//! and arrows move it: all are one stop of the tab key.

/** What the rows are. */
export interface Rows {
  /** Makes the row at `index`. */
  make(index: number): HTMLElement;
  /** All that it shows, in one string: while that stays the same, so does the row. */
  shown(index: number): string;
  /** What of a row takes the keyboard. */
  target(row: HTMLElement): HTMLElement;
}

/** Rows kept ready above and below those in sight. */
const SPARE = 6;

interface Row {
  element: HTMLElement;
  shown: string;
}

export class VirtualRows {
  #count = 0;
  #drawn = new Map<number, Row>();
  #active = 0;
  /** The height of a row, which depends on the width of the page, and what is in sight: asked for once, not with each drawing. */
  #height = 48;
  #sight = { top: 0, height: 0 };

  /** Rows in `body`, which is all that scrolls in `scroller` but for a head; that has their height as `--row`. */
  constructor(
    private scroller: HTMLElement,
    private body: HTMLElement,
    private rows: Rows,
  ) {
    scroller.addEventListener("scroll", () => this.#look(), { passive: true });
    body.addEventListener("keydown", (event) => this.#move(event));
    body.addEventListener("focusin", (event) => this.#activate(event));
    new ResizeObserver(() => {
      this.measure();
      this.#look();
    }).observe(scroller);
  }

  /** The index of the row that has the keyboard, or would have it. */
  get active(): number {
    return this.#active;
  }

  /** Shows so many rows. */
  show(count: number): void {
    this.#count = count;
    this.#active = Math.min(this.#active, Math.max(0, count - 1));
    const focused = this.body.contains(document.activeElement);
    // A row that shows what it showed before stays: while numbers come in, most do.
    for (const [index, { element, shown }] of this.#drawn) {
      if (index < count && shown === this.rows.shown(index)) {
        this.rows.target(element).tabIndex = index === this.#active ? 0 : -1;
        continue;
      }
      element.remove();
      this.#drawn.delete(index);
    }
    this.#draw();
    if (focused) this.focus(this.#active);
  }

  /** Takes the height of a row anew, where that may have changed. */
  measure(): void {
    this.#height = parseFloat(getComputedStyle(this.scroller).getPropertyValue("--row")) || this.#height;
  }

  /** Brings the row at `index` into sight and puts the keyboard on it. */
  focus(index: number): void {
    this.bring(index);
    const row = this.#drawn.get(index);
    if (row) this.rows.target(row.element).focus({ preventScroll: true });
  }

  /** Brings the row at `index` into sight: the tab key comes to it next. */
  bring(index: number): void {
    if (this.#count === 0) return;
    const height = this.#height;
    const head = this.scroller.firstElementChild === this.body ? 0 : this.scroller.firstElementChild!.clientHeight;
    const [top, bottom] = [index * height, (index + 1) * height];
    const seen = this.scroller.clientHeight - head;
    if (top < this.scroller.scrollTop) this.scroller.scrollTop = top;
    else if (bottom > this.scroller.scrollTop + seen) this.scroller.scrollTop = bottom - seen;
    this.#active = index;
    this.#look();
    for (const [other, { element }] of this.#drawn) this.rows.target(element).tabIndex = other === index ? 0 : -1;
  }

  /** Draws what is in sight now. */
  #look(): void {
    this.#sight = { top: this.scroller.scrollTop, height: this.scroller.clientHeight };
    this.#draw();
  }

  #draw(): void {
    const height = this.#height;
    const seen = this.#sight.height;
    const top = Math.min(this.#sight.top, Math.max(0, this.#count * height - seen));
    this.body.style.height = `${this.#count * height}px`;
    const first = Math.max(0, Math.floor(top / height) - SPARE);
    const last = Math.min(this.#count, Math.ceil((top + seen) / height) + SPARE);
    for (const [index, row] of this.#drawn) {
      if ((index >= first && index < last) || index === this.#active) continue;
      row.element.remove();
      this.#drawn.delete(index);
    }
    for (let index = first; index < last; index++) {
      if (!this.#drawn.has(index)) this.#insert(index);
    }
    for (const [index, { element }] of this.#drawn) element.style.transform = `translateY(${index * height}px)`;
  }

  #insert(index: number): void {
    const element = this.rows.make(index);
    this.rows.target(element).tabIndex = index === this.#active ? 0 : -1;
    this.#drawn.set(index, { element, shown: this.rows.shown(index) });
    // In their order also in the document, for those who do not see it.
    const later = [...this.#drawn.keys()].filter((other) => other > index);
    const next = later.length > 0 ? this.#drawn.get(Math.min(...later)) : undefined;
    this.body.insertBefore(element, next?.element ?? null);
  }

  #move(event: KeyboardEvent): void {
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.#height) - 2);
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.focus(Math.min(Math.max(0, this.#active + step), this.#count - 1));
  }

  #activate(event: FocusEvent): void {
    for (const [index, { element }] of this.#drawn) if (element.contains(event.target as Node)) this.#active = index;
  }
}
