import { listNewestItems } from "../../contract/isNewestFirst.ts";
import { knownState, readStateWord } from "../../contract/received.ts";
import { isTestRunFinished, type TestRun } from "../../contract/testRuns.ts";
import { formatRelativeTime } from "../../text/formatRelativeTime.ts";
import { joinWords } from "../../text/joinWords.ts";
import { isAbortError, readErrorMessage } from "../base/failure.ts";
import { formatRunSummary } from "../testing/model/formatRun.ts";
import { listTestRuns } from "../testing/model/readTestRuns.ts";
import type { TestOwner } from "../testing/model/testSubject.ts";
import type { ToolConnection } from "./languageModelTool.ts";

type Of = Pick<TestOwner, "kind" | "id">;

/** The number of runs to search. */
const newest = 50;

/** The result of the newest complete test run of this content, as text. */
export async function readLastVerdict(
  toolConnection: ToolConnection,
  owner: Of,
  digest: string | undefined,
): Promise<string> {
  if (digest === undefined) return "not known: the service gives no digest of this version";
  try {
    const page = await listTestRuns(toolConnection.client, owner, { limit: newest, digest }, toolConnection.signal);
    const runs = listNewestItems(page);
    if (runs.length < page.items.length) return "not known: the service lists the test runs in no order";
    const run = runs.find(({ partial, status }) => !partial && isTestRunFinished(status));
    if (!run) return "none: no complete test run of this content has finished";
    const when = formatRelativeTime(run.finishedAt ?? run.createdAt, toolConnection.world.now());
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
  if (state === undefined) return readStateWord(status) ?? "its result is not known";
  return state === "passed" ? "passed" : "FAILED";
}
