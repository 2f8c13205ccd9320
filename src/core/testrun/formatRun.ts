import type { TestRun } from "../../contract/testRuns.ts";
import { shortenDigest } from "../../text/shortenDigest.ts";

export function formatMilliseconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `12 passed, 1 failed, 3 skipped`. */
export function formatRunSummary({ passed, failed, errored, skipped, total }: TestRun["summary"]): string {
  const parts = [
    [passed, "passed"],
    [failed, "failed"],
    [errored, "could not be run"],
    [skipped, "skipped"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (said.length > 0) return said.join(", ");
  return total === 1 ? "1 case" : `${total} cases`;
}

/** What was tested. */
export function formatTestedContent({ version, digest }: Pick<TestRun, "version" | "digest">): string {
  return version ?? `files ${shortenDigest(digest)}`;
}
