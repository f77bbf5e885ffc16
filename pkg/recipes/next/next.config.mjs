export default {
  // On the server the package is Node's to load, with its wasm file.
  serverExternalPackages: ["twinprint"],
};
