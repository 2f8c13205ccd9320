import { knownState } from "../../contract/received.ts";
import { isTestRunFinished, type TestRun } from "../../contract/testRuns.ts";
import { joinWords } from "../../text/joinWords.ts";
import { isAbortError, readErrorMessage } from "../foundation/failure.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { formatState } from "../foundation/serviceState.ts";
import { formatRunSummary } from "../testrun/formatRun.ts";
import { listTestRuns } from "../testrun/readTestRuns.ts";
import type { TestOwner } from "../testrun/testSubject.ts";
import type { ToolConnection } from "./languageModelTool.ts";

type Of = Pick<TestOwner, "kind" | "id">;

/** Looked through for one that ran all cases. */
const newest = 50;

/** What the newest whole test run of this very content came to, in words. */
export async function readLastVerdict(at: ToolConnection, of: Of, digest: string | undefined): Promise<string> {
  if (digest === undefined) return "not known: the service gives no digest of this version";
  try {
    const run = await lastRun(at, of, digest);
    if (!run) return "none: no whole test run of this very content has ended";
    const when = formatRelativeTime(run.finishedAt ?? run.createdAt, at.world.now());
    const verdict = verdictOf(run);
    const summary = formatRunSummary(run.summary);
    return joinWords(verdict, when, summary && `(${summary})`);
  } catch (error) {
    if (isAbortError(error)) throw error;
    return `not known: ${readErrorMessage(error)}`;
  }
}

function verdictOf({ status }: TestRun): string {
  const state = knownState(status);
  if (state === undefined) return formatState(status) ?? "its result is not said";
  return state === "passed" ? "passed" : "FAILED";
}

async function lastRun({ client, signal }: ToolConnection, of: Of, digest: string): Promise<TestRun | undefined> {
  const { items } = await listTestRuns(client, of, { limit: newest, digest }, signal);
  return items.find(({ partial, status }) => !partial && isTestRunFinished(status));
}
