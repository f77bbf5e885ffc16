export default {
  // The dev server bundles packages anew, away from their wasm files; this one it is to serve as it is.
  optimizeDeps: { exclude: ["twinprint"] },
  // The worker is a module.
  worker: { format: "es" },
};
