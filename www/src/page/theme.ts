//! Light or dark: as the device says, until the person says otherwise.

import { PAGE } from "../words/page.ts";
import { byId } from "./dom.ts";

const system = matchMedia("(prefers-color-scheme: dark)");

export function theme(changed: () => void): void {
  const button = byId("theme");
  let chosen: "light" | "dark" | undefined;
  const draw = () => {
    const dark = chosen ? chosen === "dark" : system.matches;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.textContent = dark ? PAGE.light : PAGE.dark;
    button.setAttribute("aria-label", dark ? PAGE.useLight : PAGE.useDark);
    changed();
  };
  system.addEventListener("change", draw);
  button.addEventListener("click", () => {
    chosen = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    draw();
  });
  draw();
}
