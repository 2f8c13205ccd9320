import type { TestRun } from "../../contract/testRuns.ts";
import { shortenDigest } from "../../text/shortenDigest.ts";

export function formatMilliseconds(ms: number): string;
export function formatMilliseconds(ms: number | null | undefined): string | undefined;
export function formatMilliseconds(ms: number | null | undefined): string | undefined {
  if (typeof ms !== "number") return undefined;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `12 passed, 1 failed, 3 skipped`; undefined when the service reports no counts. */
export function formatRunSummary(summary: TestRun["summary"]): string | undefined {
  const { passed, failed, errored, skipped, total } = summary ?? {};
  const parts = [
    [passed, "passed"],
    [failed, "failed"],
    [errored, "could not be run"],
    [skipped, "skipped"],
  ] as const;
  const counts = parts.filter(([count]) => count).map(([count, what]) => `${count} ${what}`);
  if (counts.length > 0) return counts.join(", ");
  if (total === undefined) return undefined;
  return total === 1 ? "1 case" : `${total} cases`;
}

/** The tested version or digest; undefined when the service reports neither. */
export function formatTestedContent({ version, digest }: Pick<TestRun, "version" | "digest">): string | undefined {
  return version ?? (digest && `files ${shortenDigest(digest)}`);
}
