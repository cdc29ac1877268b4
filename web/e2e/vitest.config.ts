// The page in a real browser against the real server: `npm run e2e`; its pictures: `npm run screenshots`; its times: `npm run
// measure`.

import { defineConfig } from "vitest/config";

const { SCREENSHOTS, MEASURE } = process.env;

export default defineConfig({
  test: {
    dir: import.meta.dirname,
    include: [SCREENSHOTS ? "screenshots.ts" : MEASURE ? "measure.ts" : "*.e2e.ts"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // Generous ends for hung tests; nothing is measured by them.
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
