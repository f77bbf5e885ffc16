//! Files that the page hands to the person: made on this device, saved by the browser.

/** Saves `content` as a file called `name`. */
export function save(name: string, type: string, content: string | Blob): void {
  const url = URL.createObjectURL(new Blob([content], { type: typeof content === "string" ? `${type};charset=utf-8` : type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has to have begun reading before the address may go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** A file name made of `text`: separators, control and direction characters out, and not too long. */
export function fileName(text: string, extension: string): string {
  const safe = text.replace(/[\p{C}/\\:*?"<>|]+/gu, " ").replace(/\s+/g, " ").trim().replace(/^\.+/, "");
  return `${[...safe].slice(0, 80).join("") || "twinprint"}.${extension}`;
}
