import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { root } from "./prepare/paths.mjs";
import type { Results } from "./results.ts";
import { runNode } from "./run.ts";

const test = z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) });
const testFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(test),
});
const report = z.object({ numPassedTests: z.int(), testResults: z.array(testFile) });

/**
 * Runs the test files whose path contains one of `paths`, which need the built bundles; those named `*.long.test.ts` only on request.
 * Its output is shown as it comes, or at the end.
 */
export async function runVitest(
  paths: readonly string[],
  { isLong = false, isShown = true, workers = availableParallelism() } = {},
): Promise<Results> {
  const scratch = mkdtempSync(join(tmpdir(), "fairlead-vitest-"));
  const file = join(scratch, "report.json");
  const options = [`--maxWorkers=${workers}`, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  try {
    const env = { FAIRLEAD_BUILT: "1", ...(isLong && { FAIRLEAD_LONG: "1" }) };
    const { code, output } = await runNode([vitest, "run", ...paths, ...options], { show: isShown, env });
    if (!isShown) process.stderr.write(`\n== ${paths.join(" ")}\n${output}`);
    const { numPassedTests, testResults } = report.parse(JSON.parse(readFileSync(file, "utf8")));
    const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
      const failed = assertionResults.filter((result) => result.status === "failed");
      // A file that fails to load, or to prepare its tests, has no failed test.
      if (status === "failed" && failed.length === 0) return [`${name}\n  ${message}`];
      return failed.map((result) => `${result.fullName}\n  ${result.failureMessages.join("\n")}`);
    });
    // An error outside of all tests is only in the output.
    if (code !== 0 && failures.length === 0) failures.push(`${paths.join(" ")} ended with ${code}`);
    return { passed: numPassedTests, failures };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
