import { isTestRunFinished, type TestRun } from "../../contract/testRuns.ts";
import { isAbortError, readErrorMessage } from "../foundation/failure.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { statedValue, unknownStateText } from "../foundation/statedValue.ts";
import { formatRunSummary } from "../testrun/formatRun.ts";
import { listTestRuns } from "../testrun/readTestRuns.ts";
import type { TestOwner } from "../testrun/testSubject.ts";
import type { ToolConnection } from "./languageModelTool.ts";

type Of = Pick<TestOwner, "kind" | "id">;

/** Looked through for one that ran all cases. */
const newest = 50;

/** What the newest whole test run of this very content came to, in words. */
export async function readLastVerdict(at: ToolConnection, of: Of, digest: string): Promise<string> {
  try {
    const run = await lastRun(at, of, digest);
    if (!run) return "none: no whole test run of this very content has ended";
    const when = formatRelativeTime(statedValue(run.finishedAt) ?? run.createdAt, at.world.now());
    const verdict = run.status === "passed" ? "passed" : (unknownStateText(run) ?? "FAILED");
    return `${verdict}${when && ` ${when}`} (${formatRunSummary(run.summary)})`;
  } catch (error) {
    if (isAbortError(error)) throw error;
    return `not known: ${readErrorMessage(error)}`;
  }
}

async function lastRun({ client, signal }: ToolConnection, of: Of, digest: string): Promise<TestRun | undefined> {
  const { items } = await listTestRuns(client, of, { limit: newest, digest }, signal);
  return items.find(({ partial, status }) => !partial && isTestRunFinished(status));
}
