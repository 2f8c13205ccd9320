import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../host/prepare/paths.mjs";
import { runVitest } from "../host/vitestRun.ts";
import type { Measure } from "./figure.ts";

/** The end-to-end tests that take too long for `npm test`, such as a call of every operation from its surface. */
export const longTests: Measure = {
  id: "E1",
  goal: "flows in a real editor from end to end, with each operation of the contract: all pass",
  needs: "editor",
  isLong: true,
  measure: async () => {
    const { passed, failed } = await runVitest(["long.test.ts"], { isLong: true });
    return { figure: `${passed} passed, ${failed} failed`, met: failed === 0 && passed > 0 };
  },
};

/** The properties that `npm test` tries a few times only. */
export const propertyTests: Measure = {
  id: "E2",
  goal: "properties hold for many random values: all pass",
  needs: "node",
  isLong: true,
  measure: async () => {
    const files = globSync("test/unit/**/*.test.ts", { cwd: root });
    const paths = files.filter((file) => readFileSync(join(root, file), "utf8").includes("propertyRuns("));
    const { passed, failed } = await runVitest(paths, { isLong: true });
    return { figure: `${passed} passed, ${failed} failed`, met: failed === 0 && passed > 0 };
  },
};
