// What the page hands on: saved to disk as a person does, and opened from there with the network off.

import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { launch, complaints } from "../chromium.mjs";

/** Opens the dialog, chooses what `choices` say, saves, and returns the file's name, path and text. */
export async function saveFile({ page, folder }, { kind = "report", from = ".exports >> text=Save…", title, by, whole = true, anonymous = false, which } = {}) {
  await page.click(from);
  await page.check(`#save input[value=${kind}]`);
  if (title) await page.fill("#save input[type=text]", title);
  if (by) await page.fill("#save input[autocomplete=name]", by);
  if (which) await page.selectOption("#save select >> nth=0", which);
  if (!whole) await page.selectOption("#save select >> nth=1", "passages");
  if (anonymous) await page.check("#save >> text=Anonymize");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save button[type=submit]")]);
  const name = download.suggestedFilename();
  const path = join(folder, `${Math.random()}-${name.replace(/[^\w.-]/g, "_")}`);
  await download.saveAs(path);
  return { name, path, text: await readFile(path, "utf8") };
}

/** Browsers of reports. A test that fails does not come to close its own, and the file would not end before its time is up. */
const browsers = new Set();
after(() => Promise.all([...browsers].map((browser) => browser.close())));

/** Opens a file from disk in a browser without a network; `heard` has its complaints, dialogs and requests. */
export async function opened(path, options = {}) {
  const browser = await launch();
  browsers.add(browser);
  const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const heard = complaints(page);
  const own = pathToFileURL(path).href;
  page.on("dialog", (dialog) => {
    heard.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on("request", (request) => request.url().split("#")[0] === own || heard.push(`request: ${request.url()}`));
  await page.goto(own);
  return { page, heard, close: () => browser.close() };
}

/** Presses the key that computes everything again, and returns what is then said. */
export async function recomputed(page) {
  await page.click("#compute");
  await page.waitForSelector("#outcome[data-found]");
  return (await page.innerText("#outcome")).replaceAll("\u00a0", " ");
}
