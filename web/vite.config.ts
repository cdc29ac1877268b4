// Builds the page into `dist` under stable names, so that the build can be committed and compared.

import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Where `npm run dev` finds the server: `otrera serve --no-open --port 8017`.
const server = process.env["OTRERA_SERVER"] ?? "http://127.0.0.1:8017";

export default defineConfig({
  plugins: [svelte()],
  base: "./",
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: "assets/otrera.js",
        inlineDynamicImports: true,
        assetFileNames: (asset) => (asset.names[0]?.endsWith(".css") ? "assets/otrera.css" : "assets/[name][extname]"),
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/api": { target: server, ws: true, changeOrigin: true, rewriteWsOrigin: true } },
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
