//! The service worker: keeps this version's files, so that the pages open and work with the network off. The pages
//! themselves are asked for anew each time; their hashed files never change under a name. What an index is asked goes past it.

/** Filled in by the build: the files of this version and a name that changes with them, the folders that assets are in, and
 *  those of editions that have a worker of their own. */
declare const FILES: { needed: string[]; later: string[]; assets: string[]; others: string[]; version: string };

const scope = self as unknown as ServiceWorkerGlobalScope;
const family = `twinprint ${scope.registration.scope} `;
const current = family + FILES.version;
/** A file is the same whoever asks for it, whatever a server says that its answers vary by. */
const CURRENT = { cacheName: current, ignoreVary: true };
const places = (folders: string[]) => folders.map((folder) => new URL(folder, scope.registration.scope).href);
const [assets, others] = [places(FILES.assets), places(FILES.others)];
let keeping = Promise.resolve();

scope.addEventListener("install", (event) => {
  event.waitUntil(keep(FILES.needed));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((old) => old.startsWith(family) && old !== current).map((old) => caches.delete(old)));
      await scope.clients.claim();
    })(),
  );
});

// Sent by the page once it is idle: the languages and signatures may be wanted when the network is gone.
scope.addEventListener("message", (event) => {
  if (event.data === "later") event.waitUntil(keep(FILES.later).catch(() => undefined));
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const isIn = (folders: string[]) => folders.some((folder) => request.url.startsWith(folder));
  if (request.method !== "GET" || isIn(others)) return;
  if (isIn(assets)) event.respondWith(kept(request));
  else if (request.mode === "navigate" && request.url.startsWith(scope.registration.scope)) event.respondWith(fresh(request));
});

/** Keeps files that are not kept yet. One call waits for the other, so that two pages that ask at once fetch nothing twice. */
function keep(files: string[]): Promise<void> {
  keeping = keeping.catch(() => undefined).then(() => add(files));
  return keeping;
}

async function add(files: string[]): Promise<void> {
  const cache = await caches.open(current);
  const missing: string[] = [];
  for (const file of files) if (!(await cache.match(file))) missing.push(file);
  await cache.addAll(missing);
}

async function fresh(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const page = (await caches.match(request, { ...CURRENT, ignoreSearch: true })) ?? (await caches.match("./", CURRENT));
    if (page) return page;
    throw error;
  }
}

async function kept(request: Request): Promise<Response> {
  return (await caches.match(request, CURRENT)) ?? fetch(request);
}
