// Chromium for the tests: the program that CHROMIUM names (`cargo xtask test` sets it), with a new profile
// each time, and every word it says on its console kept.

import { chromium } from "playwright-core";

/** Starts a browser; whoever starts it closes it. */
export function launch() {
  const executablePath = process.env.CHROMIUM;
  if (!executablePath) {
    throw new Error("CHROMIUM is not set: run `cargo xtask test --only page`, or set it to Chromium's program");
  }
  return chromium.launch({
    executablePath,
    args: [
      // The sandbox does not start as root or in most containers; the tests visit nothing but their own pages.
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** What a page complains about from now on: console errors and warnings, and errors nobody caught. */
export function complaints(page) {
  const heard = [];
  page.on("pageerror", (error) => heard.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) heard.push(message.text());
  });
  return heard;
}
