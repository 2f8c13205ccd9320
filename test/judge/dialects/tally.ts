import type { SeedVerdict } from "./judgeSeed.ts";

/** The goals. */
export interface DialectTally {
  readonly seeds: number;
  readonly reads: number;
  readonly readsRight: number;
  readonly changes: number;
  readonly once: number;
  readonly twice: number;
  readonly wrongItem: number;
  readonly keyLeaks: number;
}

export function createDialectTally(verdicts: readonly SeedVerdict[]): DialectTally {
  const reads = verdicts.flatMap((verdict) => verdict.reads);
  const changes = verdicts.flatMap((verdict) => verdict.changes);
  const ended = (outcome: string) => changes.filter((change) => change.outcome === outcome).length;
  return {
    seeds: verdicts.length,
    reads: reads.length,
    readsRight: reads.filter(({ outcome }) => outcome === "right").length,
    changes: changes.length,
    once: ended("once"),
    twice: ended("twice"),
    wrongItem: ended("wrongItem"),
    keyLeaks: verdicts.reduce((sum, { keyLeaks }) => sum + keyLeaks.length, 0),
  };
}

/** Formats the service's conventions and one line for each failure of a seed. */
export function formatFailures({
  seed,
  conventions,
  reads,
  changes,
  keyLeaks,
  requests,
  ms,
}: SeedVerdict): readonly string[] {
  const lines = [
    ...reads
      .filter(({ outcome }) => outcome !== "right")
      .map(
        ({ surface, outcome, detail, requests }) =>
          `  ${outcome === "wrong" ? "WRONG " : ""}${outcome} ${surface} (${requests} requests): ${detail}`,
      ),
    ...changes
      .filter(({ outcome }) => outcome !== "once")
      .map(({ operation, outcome, detail }) => `  change ${outcome} ${operation}: ${detail}`),
    ...keyLeaks.map((leak) => `  KEY LEAK ${leak}`),
  ];
  return lines.length === 0
    ? []
    : [`seed ${seed} (${requests} requests, ${ms.toFixed(0)} ms): ${conventions}`, ...lines];
}

/** Counts the failures per surface and change. */
export function formatTallyTable(verdicts: readonly SeedVerdict[]): readonly string[] {
  const rows = new Map<string, { all: number; wrong: number; other: number }>();
  const count = (name: string, isGood: boolean, isWrong: boolean) => {
    const row = rows.get(name) ?? { all: 0, wrong: 0, other: 0 };
    row.all += 1;
    if (isWrong) row.wrong += 1;
    else if (!isGood) row.other += 1;
    rows.set(name, row);
  };
  for (const { reads, changes } of verdicts) {
    for (const { surface, outcome } of reads) count(`read ${surface}`, outcome === "right", outcome === "wrong");
    for (const { operation, outcome } of changes)
      count(`change ${operation}`, outcome === "once", outcome === "twice" || outcome === "wrongItem");
  }
  const failed = [...rows]
    .filter(([, { wrong, other }]) => wrong + other > 0)
    .sort(([, a], [, b]) => b.wrong + b.other - a.wrong - a.other);
  return failed.map(
    ([name, { all, wrong, other }]) =>
      `${name.padEnd(36)} ${String(all).padStart(6)} wrong ${String(wrong).padStart(4)} reported ${String(other).padStart(4)}`,
  );
}
