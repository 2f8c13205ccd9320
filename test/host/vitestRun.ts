import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { root } from "./prepare/paths.mjs";
import { runNode } from "./run.ts";
import type { Counts } from "./vscodeSuite.ts";

const report = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
});

/**
 * Runs the test files whose path contains one of `paths`, which need the built bundles; those named `*.long.test.ts` only on request.
 * Its output is shown as it comes, or at the end.
 */
export async function runVitest(
  paths: readonly string[],
  { isLong = false, isShown = true, workers = availableParallelism() } = {},
): Promise<Counts> {
  const scratch = mkdtempSync(join(tmpdir(), "fairlead-vitest-"));
  const file = join(scratch, "report.json");
  const options = [`--maxWorkers=${workers}`, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
  try {
    const env = { FAIRLEAD_BUILT: "1", ...(isLong && { FAIRLEAD_LONG: "1" }) };
    const { code, output } = await runNode([vitest, "run", ...paths, ...options], { show: isShown, env });
    if (!isShown) process.stderr.write(`\n== ${paths.join(" ")}\n${output}`);
    const { numPassedTests, numFailedTests } = report.parse(JSON.parse(readFileSync(file, "utf8")));
    // A file that fails to load has no failed test.
    const failed = code !== 0 && numFailedTests === 0 ? 1 : numFailedTests;
    return { passed: numPassedTests, failed };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
