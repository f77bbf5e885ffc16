//! A report as one HTML file: what is printed, the texts, and the program that computes them again.

import largeWasm from "twinprint/languages/wasm";
import smallWasm from "twinprint/wasm";
import { formats } from "../../words/format.ts";
import { body } from "./body.ts";
import type { Counted, ReportData } from "./data.ts";
import { escape, json } from "./markup.ts";

/** The addresses of the files that reports are made in, with the script for each build of the core; filled in by the build. */
declare const FRAMES: { small: string; large: string };

/** Makes the file; rejects when its parts cannot be loaded. */
export async function report(data: ReportData, counted: Counted): Promise<string> {
  const { stop_words, stemmer } = data.options;
  const english = [stop_words, stemmer].every((language) => !language || language === "en");
  const [frame, program] = await Promise.all([
    load(english ? FRAMES.small : FRAMES.large).then((response) => response.text()),
    load(english ? smallWasm : largeWasm).then(packed),
  ]);
  const parts: Record<string, string> = {
    title: escape(data.title),
    body: body(data, counted, formats(data.locale)).text,
    held: json(data),
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
