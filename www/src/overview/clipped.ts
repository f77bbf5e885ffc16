//! Text on a canvas that has to fit into a given width.

/** `text` cut to fit into `width`; of a cut text one letter stays at least. */
export function clipped(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  const cut = (n: number) => `${letters.slice(0, n).join("")}…`;
  let [fits, tooLong] = [1, letters.length];
  while (tooLong - fits > 1) {
    const n = (fits + tooLong) >> 1;
    if (context.measureText(cut(n)).width <= width) fits = n;
    else tooLong = n;
  }
  return cut(fits);
}
