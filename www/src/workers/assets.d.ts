/** Addresses of the wasm files, relative to the script that imports them; the bundler fills them in. */
declare module "twinprint/wasm" {
  const address: string;
  export default address;
}
declare module "twinprint/english.twm" {
  const address: string;
  export default address;
}
declare module "twinprint/languages/wasm" {
  const address: string;
  export default address;
}
declare module "twinprint/check/wasm" {
  const address: string;
  export default address;
}
/** The character maps of pdf.js in one archive. */
declare module "readers/cmaps" {
  const address: string;
  export default address;
}
/** It has no types of its own. */
declare module "pdfjs-dist/legacy/build/pdf.worker.mjs" {
  export const WorkerMessageHandler: unknown;
}
