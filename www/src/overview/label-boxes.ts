//! Where names in a picture fit: boxes that are taken, found by where they are.

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Boxes are kept by squares with sides of this many CSS pixels. */
const SQUARE = 48;

export class LabelBoxes {
  #taken = new Map<string, Box[]>();

  isFree(box: Box): boolean {
    const apart = (other: Box) => box.right < other.left || box.left > other.right || box.bottom < other.top || box.top > other.bottom;
    return squares(box).every((square) => this.#taken.get(square)?.every(apart) ?? true);
  }

  take(box: Box): void {
    for (const square of squares(box)) {
      const boxes = this.#taken.get(square);
      if (boxes) boxes.push(box);
      else this.#taken.set(square, [box]);
    }
  }
}

function squares({ left, right, top, bottom }: Box): string[] {
  const found: string[] = [];
  for (let x = Math.floor(left / SQUARE); x <= right / SQUARE; x++) for (let y = Math.floor(top / SQUARE); y <= bottom / SQUARE; y++) found.push(`${x} ${y}`);
  return found;
}
