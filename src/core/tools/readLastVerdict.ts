import { isOver, type TestRun } from "../../contract/testRuns.ts";
import { isAborted, messageOf } from "../foundation/failure.ts";
import { ago } from "../foundation/formatRelativeTime.ts";
import { said, statedOf } from "../foundation/statedValue.ts";
import { summaryWords } from "../testrun/formatRun.ts";
import { listRuns } from "../testrun/readTestRuns.ts";
import type { TestOwner } from "../testrun/testSubject.ts";
import type { At } from "./languageModelTool.ts";

type Of = Pick<TestOwner, "kind" | "id">;

/** Looked through for one that ran all cases. */
const newest = 50;

/** What the newest whole test run of this very content came to, in words. */
export async function lastVerdict(at: At, of: Of, digest: string): Promise<string> {
  try {
    const run = await lastRun(at, of, digest);
    if (!run) return "none: no whole test run of this very content has ended";
    const when = ago(said(run.finishedAt) ?? run.createdAt, at.world.now());
    const verdict = run.status === "passed" ? "passed" : (statedOf(run) ?? "FAILED");
    return `${verdict}${when && ` ${when}`} (${summaryWords(run.summary)})`;
  } catch (error) {
    if (isAborted(error)) throw error;
    return `not known: ${messageOf(error)}`;
  }
}

async function lastRun({ client, signal }: At, of: Of, digest: string): Promise<TestRun | undefined> {
  const { items } = await listRuns(client, of, { limit: newest, digest }, signal);
  return items.find(({ partial, status }) => !partial && isOver(status));
}
