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
declare module "twinprint/readers/wasm" {
  const address: string;
  export default address;
}
declare module "twinprint/archives/wasm" {
  const address: string;
  export default address;
}

declare module "twinprint/pdf/wasm" {
  const address: string;
  export default address;
}
