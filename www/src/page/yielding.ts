//! Long work on the page's own thread yields now and then, so that the page can draw and answer in between.

/** Work goes on for this long before it yields. */
const SLICE_MS = 8;

/** A function to be awaited often during long work: it yields to the page when that is due. */
export function yielder(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SLICE_MS) return;
    await yieldNow();
    last = performance.now();
  };
}

/** Lets the page draw and answer what is waiting. */
export function yieldNow(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
