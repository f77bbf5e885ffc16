//! A report as one HTML file: what is printed, the texts, and the program that computes them again.

import { formats } from "../format.ts";
import { body } from "./body.ts";
import type { Counted, Held } from "./held.ts";
import { escape, json } from "./markup.ts";
import smallWasm from "twinprint/wasm";
import largeWasm from "twinprint/languages/wasm";

/** The addresses of the files that reports are made in, with the script for each build of the core; filled in by the build. */
declare const FRAMES: { small: string; large: string };

/** Makes the file; rejects when its parts cannot be loaded. */
export async function report(held: Held, counted: Counted): Promise<string> {
  const { stop_words, stemmer } = held.options;
  const english = [stop_words, stemmer].every((language) => !language || language === "en");
  const [frame, program] = await Promise.all([
    load(english ? FRAMES.small : FRAMES.large).then((response) => response.text()),
    load(english ? smallWasm : largeWasm).then(packed),
  ]);
  const parts: Record<string, string> = {
    title: escape(held.title),
    body: body(held, counted, formats(held.locale)).text,
    held: json(held),
    program,
  };
  return frame.replace(/\{\{report:(\w+)\}\}/g, (_, part: string) => parts[part]!);
}

async function load(address: string): Promise<Response> {
  const response = await fetch(new URL(address, import.meta.url));
  if (!response.ok) throw new Error(response.statusText);
  return response;
}

/** Packed by gzip, as base64. */
async function packed(response: Response): Promise<string> {
  const stream = response.body!.pipeThrough(new CompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
