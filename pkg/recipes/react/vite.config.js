export default {
  esbuild: { jsx: "automatic" },
  optimizeDeps: { exclude: ["twinprint"] },
  worker: { format: "es" },
};
