// The page in a real browser against the real server: `npm run e2e`.

import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: [process.env["SCREENSHOTS"] ? "screenshots.ts" : "*.e2e.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // Generous ends for hung tests; nothing is measured by them.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
