//! Puts a text together from paragraphs and tables that may stand within one another: a text box within a paragraph, a
//! table within a cell. Paragraphs are kept apart by an empty line, the cells of a row by tabs. What stands within a
//! paragraph comes after it, so that no sentence is torn.

type Frame =
  | { is: "paragraph"; text: string; held: string[] }
  | { is: "cell" | "root"; blocks: string[] }
  | { is: "row"; cells: string[] }
  | { is: "table"; rows: string[] };

export class Flow {
  #frames: Frame[] = [{ is: "root", blocks: [] }];

  open(is: "paragraph" | "cell" | "row" | "table"): void {
    if (is === "paragraph") this.#frames.push({ is, text: "", held: [] });
    else if (is === "cell") this.#frames.push({ is, blocks: [] });
    else if (is === "row") this.#frames.push({ is, cells: [] });
    else this.#frames.push({ is, rows: [] });
  }

  /** Adds to the paragraph that is open; there may be none. */
  text(text: string): void {
    const frame = this.#frames.at(-1)!;
    if (frame.is === "paragraph") frame.text += text;
  }

  get inParagraph(): boolean {
    return this.#frames.at(-1)!.is === "paragraph";
  }

  /** Closes what was opened last as this; what was left open within it is closed with it. */
  close(is: Frame["is"]): void {
    if (!this.#frames.some((frame) => frame.is === is)) return;
    for (;;) {
      const frame = this.#frames.pop()!;
      this.#closed(frame);
      if (frame.is === is) return;
    }
  }

  /** The whole text. */
  finish(): string {
    while (this.#frames.length > 1) this.#closed(this.#frames.pop()!);
    const root = this.#frames[0] as Frame & { is: "root" };
    return root.blocks.join("\n\n");
  }

  #closed(frame: Frame): void {
    switch (frame.is) {
      case "paragraph":
        this.#emit(frame.text.replace(/[ \t]+$/gm, "").replace(/^\n+|\n+$/g, ""));
        for (const block of frame.held) this.#emit(block);
        break;
      case "cell":
        return this.#inner("row", frame.blocks.join(" "));
      case "row":
        return this.#inner("table", frame.cells.join("\t").trimEnd());
      case "table":
        this.#emit(frame.rows.filter((row) => row !== "").join("\n"));
    }
  }

  /** A cell belongs to its row and a row to its table; without one, it stands for itself. */
  #inner(is: "row" | "table", text: string): void {
    const frame = this.#frames.at(-1)!;
    if (is === "row" && frame.is === "row") frame.cells.push(text.replace(/\s*\n\s*/g, " "));
    else if (is === "table" && frame.is === "table") frame.rows.push(text);
    else this.#emit(text);
  }

  #emit(block: string): void {
    if (block.trim() === "") return;
    const frame = this.#frames.findLast((frame) => frame.is === "paragraph" || frame.is === "cell" || frame.is === "root")!;
    if (frame.is === "paragraph") frame.held.push(block);
    else if (frame.is === "cell" || frame.is === "root") frame.blocks.push(block);
  }
}
