// What stays and what does not: reloads, the network, and one click that clears everything.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, COPY, documents, pageTests, paste, rows, settled, SOURCE, until } from "./harness.mjs";

const visit = pageTests();

test("nothing is kept unless it is asked for", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  await page.reload();
  assert.equal((await documents(page)).length, 0);
  assert.deepEqual(await page.evaluate(async () => [(await indexedDB.databases()).length, localStorage.length, document.cookie]), [0, 0, ""]);
});

test("what is kept survives a reload: texts, files, names, templates, options and the open pair", async () => {
  const { page } = visit;
  // A file is there once it was read: the next text comes after it only then.
  const listed = (name) => page.waitForSelector(`.document-name >> text="${name}"`);
  await choose(page, { "task.txt": "Describe in your own words what a keeper did." });
  await listed("task.txt");
  await paste(page, SOURCE);
  await listed("Text 1");
  await choose(page, { "copy.html": `<p>${COPY}</p>` });
  await listed("copy.html");
  await page.click(".document-name >> nth=0");
  await page.check(".document-panel input[type=checkbox]");
  await page.check("#keep");
  await page.click("#open-options");
  await page.getByLabel("Words per shingle").fill("2");
  await page.click("#options >> text=Done");
  await settled(page);
  const [before, recipe] = [await rows(page), await page.textContent("#recipe code")];
  await page.locator(".rows .row a").first().click();
  await page.waitForSelector(".pane .block");
  // Three documents, one of them a template, and options are kept once they can be read: who reads waits for who wrote before.
  await until(page, async () => {
    if (!(await indexedDB.databases()).some(({ name }) => name === "twinprint")) return false;
    const result = (request) => new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: () => reject(request.error) }));
    const database = await result(indexedDB.open("twinprint"));
    const all = (store) => result(database.transaction(store).objectStore(store).getAll());
    const [documents, options] = [await all("documents"), await all("options")];
    database.close();
    return documents.length === 3 && documents.some(({ name, template }) => name === "task.txt" && template) && options[0]?.shingle === 2;
  });
  await page.reload();
  await page.waitForSelector(".pane .block");
  await page.keyboard.press("Escape");
  await settled(page);
  assert.deepEqual(await rows(page), before);
  assert.deepEqual((await documents(page)).map(({ name }) => name), ["task.txt", "Text 1", "copy.html"]);
  assert.match((await documents(page))[0].size, /Template/);
  assert.equal(await page.textContent("#recipe code"), recipe);
  assert.equal(await page.isChecked("#keep"), true);
});

test("one click clears everything, here and in what was kept, and can be undone", async () => {
  const { page } = visit;
  await paste(page, SOURCE);
  await paste(page, COPY);
  await page.check("#keep");
  await settled(page);
  await page.click("#clear");
  await settled(page);
  assert.equal((await documents(page)).length, 0);
  await until(page, async () => (await indexedDB.databases()).length === 0);
  await page.click(".note >> text=Undo");
  await settled(page);
  assert.equal((await rows(page)).length, 1);
  assert.equal(await page.isChecked("#keep"), true);
  await page.click("#clear");
  await until(page, async () => (await indexedDB.databases()).length === 0);
  await page.reload();
  assert.equal((await documents(page)).length, 0);
});

test("with the network off the loaded page does everything", async () => {
  const { page, context } = visit;
  await page.waitForSelector("#recipe code");
  await context.setOffline(true);
  await choose(page, { "a.txt": SOURCE, "b.html": `<p>${COPY}</p>` });
  await settled(page);
  assert.equal((await rows(page)).length, 1);
  await page.locator(".rows .row a").first().click();
  await page.waitForSelector(".pane .block");
  await context.setOffline(false);
});

test("with the network off the page opens again, once it has been open", async () => {
  const { page, context } = visit;
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  await context.setOffline(true);
  await page.reload();
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  assert.equal((await rows(page)).length, 1);
  await context.setOffline(false);
});

test("nothing is requested from any server but the page's own files", async () => {
  const { page, context, requests } = visit;
  const asked = [];
  context.on("request", (request) => asked.push(request.url()));
  await paste(page, SOURCE);
  await paste(page, COPY);
  await settled(page);
  await page.locator(".rows .row a").first().click();
  await page.waitForSelector(".pane .block");
  assert.deepEqual(asked.filter((url) => !url.startsWith(visit.address) && !url.startsWith("blob:")), []);
  assert.deepEqual(requests.filter((path) => !/^\/some\/folder\/(index\.html|check\.html|offline\.js|manifest\.webmanifest|assets\/[\w.-]+)?$/.test(path)), []);
});
