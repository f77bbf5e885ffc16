// What tests of reading have in common.

import { settled, until } from "./harness.mjs";

/** Drops files on the page, `{ path: text or bytes }` or a list of pairs, and waits until all are read and compared. */
export async function bring(page, files) {
  await page.setInputFiles(
    "#files",
    (Array.isArray(files) ? files : Object.entries(files)).map(([name, content]) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) })),
  );
  await settled(page);
}

/** The documents as they are kept on this device, each with its text, by name. */
export async function kept(page) {
  return Object.fromEntries((await allKept(page)).map((doc) => [doc.name, doc]));
}

/** All documents as they are kept on this device, each with its text; those that were refused have none. */
export async function allKept(page) {
  await page.check("#keep");
  await until(page, async () => (await indexedDB.databases()).some(({ name }) => name === "twinprint"));
  return page.evaluate(async () => {
    const result = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const database = await result(indexedDB.open("twinprint"));
    const documents = await result(database.transaction("documents").objectStore("documents").getAll());
    database.close();
    return Promise.all(documents.sort((x, y) => x.id - y.id).map(async (doc) => ({ ...doc, source: typeof doc.source === "string" ? doc.source : await doc.source?.text() })));
  });
}

export async function textOf(page, name) {
  return (await kept(page))[name]?.source;
}
