//! Use without the network: the browser keeps this version's files, where it can.

/** Registers the service worker; what is not needed at once it fetches when the page is idle. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || !isSecureContext) return;
  try {
    await navigator.serviceWorker.register("./offline.js", { scope: "./" });
    const { active } = await navigator.serviceWorker.ready;
    setTimeout(() => active?.postMessage("later"), 4000);
  } catch {
    // Without it the page works as long as it stays open, which is all that was promised.
  }
}
