import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { TestRun } from "../../../contract/testRuns.ts";
import { PendingList } from "../../base/pendingList.ts";
import type { Polling } from "../../base/polling.ts";
import { listTestRuns, readTestRun } from "./readTestRuns.ts";
import type { TestOwner } from "./testSubject.ts";

export type PendingTestRuns = ReturnType<typeof createPendingTestRuns>;

export interface PendingTestRunsOptions {
  /** The client of the active connection; undefined: not reachable. */
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly polling: Polling;
}

const pageSize = 100;

/** Test runs that are followed: one list request reads all runs of a server or a skill. */
export function createPendingTestRuns({ client, polling }: PendingTestRunsOptions) {
  const shared = polling.share();
  const lists = new Map<string, PendingList<TestRun>>();
  const requireClient = async () => {
    const current = await client();
    if (!current) throw new DOMException(l10n.t("The service is not reachable."), "NetworkError");
    return current;
  };
  const createList = (owner: Pick<TestOwner, "kind" | "id">) =>
    new PendingList<TestRun>({
      polling: shared,
      readPage: async (cursor, signal) =>
        listTestRuns(await requireClient(), owner, { limit: pageSize, ...(cursor && { cursor }) }, signal),
      readOne: async (run, signal) => readTestRun(await requireClient(), owner.kind, run.id, run.revision ?? 0, signal),
      fields: ["status", "revision", "summary", "finishedAt"],
    });
  return {
    /** The run when it differs from the known one. Rejects when aborted, or when the run cannot be read. */
    nextChange: (owner: Pick<TestOwner, "kind" | "id">, known: TestRun, signal: AbortSignal): Promise<TestRun> => {
      const key = `${owner.kind} ${owner.id}`;
      const list = lists.get(key) ?? createList(owner);
      lists.set(key, list);
      return list.nextChange(known, signal);
    },
    /** Waits before a failed request is sent again. Rejects when aborted. */
    waitToRetry: (ms: number, signal: AbortSignal): Promise<void> => shared.wait(ms, 1, signal),
  };
}
