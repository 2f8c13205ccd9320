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
  measure: async () => {
    const { passed, failures } = await runVitest(["test/e2e", "long.test.ts"], { isLong: true });
    return { figure: `${passed} passed, ${failures.length} failed`, met: failures.length === 0 && passed > 0 };
  },
};

/** The tests that `npm test` skips, and the properties that it tries a few times only. */
export const propertyTests: Measure = {
  id: "E2",
  goal: "long tests, and properties for many random values: all pass",
  needs: "node",
  measure: async () => {
    const files = globSync("test/{unit,contract}/**/*.test.ts", { cwd: root });
    const paths = files.filter((file) => /\b(propertyRuns|longTest)\(/.test(readFileSync(join(root, file), "utf8")));
    const { passed, failures } = await runVitest(paths, { isLong: true });
    return { figure: `${passed} passed, ${failures.length} failed`, met: failures.length === 0 && passed > 0 };
  },
};
