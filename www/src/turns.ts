//! Long work on the page's own thread is done in turns, so that the page can draw and answer in between.

/** Work goes on for this long before the page has its turn. */
const TURN_MS = 8;

/** A function to be awaited often during long work: it lets the page have its turn when that is due. */
export function turns(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < TURN_MS) return;
    await aside();
    last = performance.now();
  };
}

/** Steps aside: the page has its turn. */
export function aside(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
