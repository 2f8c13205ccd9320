import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest = ["e2e/operations.long.test.ts", "e2e/skills.test.ts"];

/** `npm run judge` and `npm run test:e2e` have the time for files named `*.long.test.ts`; `npm test` does not. */
const exclude = process.env.FAIRLEAD_LONG ? [] : ["test/**/*.long.test.ts"];

/** What takes longest starts first, so that nothing runs alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((one) => moduleId.endsWith(one));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Node loads the sources as in our programs; transformed for vitest they take a tenth longer. */
const experimental = { viteModuleRunner: false, nodeLoader: false };

/** Limits in milliseconds, for a busy machine. A wait ends before its test, to say what it saw instead. */
function project(name: string, include: string[], timeout: number) {
  const expect = { poll: { timeout: timeout - 10_000 } };
  const limits = { testTimeout: timeout, hookTimeout: timeout, expect };
  const own = name === "machine" ? "test/e2e/support/takeFailureScreenshots.ts" : "test/support/propertySeed.ts";
  const setupFiles = ["test/support/network/patientFetch.ts", own];
  // No file leaves anything behind in its process, and loading the modules anew for each takes half of the time.
  return { test: { ...{ name, include, exclude, setupFiles, experimental, isolate: false }, ...limits } };
}

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from there.
export default defineConfig({
  test: {
    projects: [
      project(
        "code",
        ["test/{unit,contract}/**/*.test.ts", "test/*.test.ts"],
        // A test that takes seven seconds has taken a minute beside other work.
        process.env.FAIRLEAD_LONG ? 180_000 : 120_000,
      ),
      // Each of their steps waits up to two minutes for a window, a container or a cluster.
      project("machine", ["test/{e2e,containers,cluster}/**/*.test.ts"], 300_000),
    ],
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    reporters: process.env.CI ? ["default"] : ["dot"],
  },
});
