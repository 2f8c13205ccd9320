import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest = ["e2e/operations.long.test.ts", "e2e/ownCode.test.ts", "e2e/skills.test.ts"];

/** `npm run judge` and `npm run test:e2e` have the time for files named `*.long.test.ts`; `npm test` does not. */
const exclude = process.env.FAIRLEAD_LONG ? [] : ["test/**/*.long.test.ts"];

/** What takes longest is not begun last, when the others have nothing left to do; the measures do not look it by their size. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.some((one) => moduleId.endsWith(one));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from there.
export default defineConfig({
  test: {
    include: [
      "test/unit/**/*.test.ts",
      "test/cluster/**/*.test.ts",
      "test/containers/**/*.test.ts",
      "test/contract/**/*.test.ts",
      "test/*.test.ts",
      "test/e2e/**/*.test.ts",
    ],
    exclude,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A condition that comes late on a busy machine is no failure. A wait ends before its test, to say what it saw.
    expect: { poll: { timeout: 50_000 } },
    // No file leaves anything behind in its process, and loading the modules anew for each takes half of the time.
    isolate: false,
    maxWorkers: "100%",
    sequence: { sequencer: LongestFirst },
    reporters: process.env.CI ? ["default"] : ["dot"],
  },
});
