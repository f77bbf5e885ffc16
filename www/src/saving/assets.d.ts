/** Addresses of the wasm files, relative to the script that imports them; the bundler fills them in. */
declare module "twinprint/wasm" {
  const address: string;
  export default address;
}
declare module "twinprint/languages/wasm" {
  const address: string;
  export default address;
}
