import { defineConfig } from "vitest/config";

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from there.
export default defineConfig({
  test: {
    include: ["test/unit/**/*.test.ts", "test/contract/**/*.test.ts", "test/*.test.ts", "test/e2e/**/*.test.ts"],
    testTimeout: 20_000,
    // No file leaves anything behind in its process, and loading the modules anew for each takes half of the time.
    isolate: false,
    maxWorkers: "100%",
    reporters: process.env.CI ? ["default"] : ["dot"],
  },
});
