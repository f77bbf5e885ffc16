//! The indexes that can be asked: this site's own, and those a person added, whose addresses are kept on this device.

import type { Problem } from "../protocol/comparing.ts";
import { CHECKING } from "../words/checking.ts";
import { REMEMBERED } from "../words/remembered.ts";
import { TROUBLE } from "../words/trouble.ts";

const KEPT = "twinprint:indexes";

/** More addresses than these are not kept. */
const MOST = 50;

/** Where the pages of all languages are, from this one; filled in by the build. */
declare const ROOT: string;

/** The address of the index that is served beside the pages, if there is one. */
export const OWN = new URL(ROOT, location.href).href;

/** What stands in place of an address for the texts that are remembered on this device. */
export const DEVICE = "device:";

/** What a person added, as long as storage lets it be kept. */
export class Indexes {
  #added: string[] = load();

  get all(): string[] {
    return [OWN, ...this.#added];
  }

  add(address: string): void {
    if (this.all.includes(address)) return;
    this.#added = [...this.#added, address].slice(-MOST);
    this.#keep();
  }

  remove(address: string): void {
    this.#added = this.#added.filter((other) => other !== address);
    this.#keep();
  }

  #keep(): void {
    try {
      if (this.#added.length > 0) localStorage.setItem(KEPT, JSON.stringify(this.#added));
      else localStorage.removeItem(KEPT);
    } catch {
      // Without storage they last until the page is closed.
    }
  }
}

/**
 * Whether a service is likelier at an address than files: so as a rule nothing is asked for that is not there, which browsers write
 * down as an error. Of this site's own it is known: who serves both the page and an index sends the page's policy as a header, too,
 * and hosts of files know nothing of it.
 */
export async function likelier(address: string): Promise<"service" | "files"> {
  if (address !== OWN) return "files";
  try {
    const { headers } = await fetch(location.pathname, { method: "HEAD" });
    return headers.has("content-security-policy") ? "service" : "files";
  } catch {
    return "files";
  }
}

/** The address of an index as a person writes it, made whole: of a folder or a service, or of a file in it. */
export function addressOf(written: string): string {
  const refused = (what: string): Problem => ({
    kind: "invalid-address",
    what,
    place: written,
    remedy: TROUBLE.index.addressRemedy,
  });
  const text = written.trim();
  if (text === "") throw refused(TROUBLE.index.noAddress);
  let url: URL;
  try {
    url = new URL(/^[a-z][a-z\d+.-]*:/i.test(text) && !/^[\w.-]+:\d/.test(text) ? text : `https://${text}`);
  } catch {
    throw refused(TROUBLE.index.badAddress);
  }
  const local = ["localhost", "127.0.0.1"].includes(url.hostname) || url.origin === location.origin;
  if (url.protocol !== "https:" && !(url.protocol === "http:" && local)) {
    throw refused(TROUBLE.index.insecure);
  }
  url.hash = url.search = url.username = url.password = "";
  url.pathname = url.pathname.replace(/(index\.json|v1\/meta)$/, "").replace(/\/?$/, "/");
  return url.href;
}

/** An address as it is shown. */
export function shown(address: string): string {
  if (address === DEVICE) return REMEMBERED.name;
  return address === OWN ? CHECKING.ownIndex : address.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

function load(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((item): item is string => typeof item === "string" && URL.canParse(item)).slice(0, MOST);
  } catch {
    return [];
  }
}
