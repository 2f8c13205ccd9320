import { isOver, type TestRun } from "../../contract/testRuns.ts";
import { ago } from "../ago.ts";
import { isAborted, messageOf } from "../failure.ts";
import type { TestedItem } from "../passingRun.ts";
import { listRuns } from "../tests/readRuns.ts";
import { summaryWords } from "../tests/runWords.ts";
import type { At } from "./tool.ts";

/** Looked through for one that ran all cases. */
const newest = 50;

/** What the newest whole test run of this very content came to, in words. */
export async function lastVerdict(at: At, of: TestedItem, digest: string): Promise<string> {
  try {
    const run = await lastRun(at, of, digest);
    if (!run) return "none: no whole test run of this very content has ended";
    const when = ago(run.finishedAt ?? run.createdAt, at.world.now());
    return `${run.status === "passed" ? "passed" : "FAILED"} ${when} (${summaryWords(run.summary)})`;
  } catch (error) {
    if (isAborted(error)) throw error;
    return `not known: ${messageOf(error)}`;
  }
}

async function lastRun({ client, signal }: At, of: TestedItem, digest: string): Promise<TestRun | undefined> {
  const owner =
    "serverId" in of ? { kind: "server" as const, id: of.serverId } : { kind: "skill" as const, id: of.skillId };
  const { items } = await listRuns(client, owner, { limit: newest, digest }, signal);
  return items.find(({ partial, status }) => !partial && isOver(status));
}
