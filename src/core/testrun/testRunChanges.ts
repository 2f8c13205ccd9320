import type { TestCase, TestRunDetail } from "../../contract/testRuns.ts";
import { formatState } from "../foundation/serviceState.ts";
import { formatRunSummary, formatTestedContent } from "./formatRun.ts";

/** Differences between a run and the previous one, by names of cases. */
export interface TestRunChanges {
  readonly newlyFailing: readonly string[];
  readonly fixed: readonly string[];
  readonly stillFailing: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const isBad = ({ status }: TestCase) => status === "failed" || status === "errored";
const names = (cases: readonly TestCase[]) => cases.map(({ name }) => name);

export function findTestRunChanges(before: readonly TestCase[], after: readonly TestCase[]): TestRunChanges {
  const earlier = new Map(before.map((test) => [test.id, test]));
  const later = new Set(after.map(({ id }) => id));
  const wasBad = ({ id }: TestCase) => {
    const old = earlier.get(id);
    return old !== undefined && isBad(old);
  };
  return {
    newlyFailing: names(after.filter((test) => isBad(test) && !wasBad(test))),
    fixed: names(after.filter((test) => test.status === "passed" && wasBad(test))),
    stillFailing: names(after.filter((test) => isBad(test) && wasBad(test))),
    added: names(after.filter(({ id }) => !earlier.has(id))),
    removed: names(before.filter(({ id }) => !later.has(id))),
  };
}

/** `2 newly failing, 1 fixed`. */
export function formatRunChanges(changes: TestRunChanges): string {
  const parts = [
    [changes.newlyFailing, "newly failing"],
    [changes.fixed, "fixed"],
    [changes.stillFailing, "still failing"],
    [changes.added, "new"],
    [changes.removed, "gone"],
  ] as const;
  const countTexts = parts.filter(([list]) => list.length > 0).map(([list, what]) => `${list.length} ${what}`);
  return countTexts.join(", ") || "no difference";
}

/** One side of a comparison: cases sorted by id, so that equal ones align, and without times, which always differ. */
export function formatComparedRun(run: TestRunDetail, changes?: TestRunChanges): string {
  const { summary, status } = run;
  const cases = (run.cases ?? []).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  return [
    [`Test run ${run.id}`, formatTestedContent(run)].filter(Boolean).join(" of "),
    [formatState(status), formatRunSummary(summary)].filter(Boolean).join(": "),
    ...(changes ? changeLines(changes) : []),
    "",
    ...cases.flatMap(caseLines),
  ].join("\n");
}

function changeLines({ newlyFailing, fixed }: TestRunChanges): readonly string[] {
  const line = (what: string, list: readonly string[]) => (list.length > 0 ? [`${what}: ${list.join("; ")}`] : []);
  return [...line("Newly failing", newlyFailing), ...line("Fixed", fixed)];
}

function caseLines({ id, name, status, message, expected, actual }: TestCase): readonly string[] {
  const rows = [
    ["why", message],
    ["expected", expected],
    ["actual", actual],
  ] as const;
  const details =
    status === "passed" ? [] : rows.flatMap(([what, text]) => (text ? [`${what}: ${text.trimEnd()}`] : []));
  const inner = details.join("\n").split("\n").filter(Boolean);
  return [`${(formatState(status) ?? "").padEnd(8)} ${id}  ${name}`, ...inner.map((line) => `    ${line}`)];
}
