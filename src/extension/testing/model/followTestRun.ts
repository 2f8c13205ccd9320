import { setTimeout as pause } from "node:timers/promises";
import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { isTestRunFinished, type TestRun, type TestRunDetail } from "../../../contract/testRuns.ts";
import { CommandError, hasErrorName, isAbortError } from "../../base/failure.ts";
import type { PendingTestRuns } from "./pendingTestRuns.ts";
import { readTestRun } from "./readTestRuns.ts";
import type { TestOwner } from "./testSubject.ts";

export interface FollowTestRunOptions {
  readonly kind: TestOwner["kind"];
  readonly id: string;
  /** The id of the server or skill. */
  readonly ownerId: string;
  /** Reports only changes after this revision. */
  readonly since: number;
  /** Called before each poll, because a restarted service has another address. undefined: not reachable. */
  readonly client: () => Promise<ServiceClient | undefined>;
  readonly signal: AbortSignal;
  /** Called with the run and its changed cases. */
  readonly onChange: (run: TestRunDetail) => Promise<void>;
  readonly pending: PendingTestRuns;
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/**
 * Fast at first, because the user waits for the first case: most servers start within half a second. Then the wait grows by a quarter, so
 * that the result of a slower one is seen soon after it is there too. A run is at rest when nothing happened for a while.
 */
const paceMs = {
  first: 40,
  steadyFor: 500,
  quick: 200,
  grows: 1.25,
  rest: 1000,
  failed: 1000,
  slowestFailed: 15_000,
} as const;
/** Enough for a few minutes. */
const mostFailures = 30;

/** Polls until the run is finished and returns it; undefined when aborted. */
export async function followTestRun(following: FollowTestRunOptions): Promise<TestRun | undefined> {
  const { signal, pending, onChange } = following;
  const { wait = (ms, stop) => pause(ms, undefined, { signal: stop }) } = following;
  let { since } = following;
  let pace: number = paceMs.first;
  let waitedMs = 0;
  let failures = 0;
  let unknownMs = 0;
  let state = "";
  while (!signal.aborted) {
    const seen = await look(following, since, failures);
    if (signal.aborted) return undefined;
    failures = seen ? 0 : failures + 1;
    if (seen) {
      const before = state;
      state = describeProgress(seen);
      const isNews = seen.revision === undefined ? state !== before : seen.revision > since;
      since = Math.max(since, seen.revision ?? since);
      await onChange(seen);
      unknownMs = isNews || typeof seen.status !== "object" ? 0 : unknownMs + pace;
      if (isTestRunFinished(seen.status) && !mayGoOn(seen, unknownMs)) return seen;
      waitedMs += pace;
      if (waitedMs > paceMs.steadyFor) pace *= paceMs.grows;
      if (isNews) pace = Math.min(pace, paceMs.quick);
    }
    const retryMs = Math.min(paceMs.failed * 1.5 ** failures, paceMs.slowestFailed);
    // Each wait rejects only when aborted, which ends the loop. A list may not show how an unknown state ends.
    if (!seen) await pending.waitToRetry(retryMs, signal).catch(() => {});
    else if (pace < paceMs.rest || typeof seen.status === "object") await wait(pace, signal).catch(() => {});
    else await waitForChange(following, seen).catch(() => {});
  }
  return undefined;
}

/** So long a state whose meaning is not known is watched for another one. */
const longestUnknownMs = 60_000;

/** What an unknown state means is not known: the run may go on. */
function mayGoOn({ status, finishedAt }: TestRun, unknownMs: number): boolean {
  return typeof status === "object" && typeof finishedAt !== "string" && unknownMs < longestUnknownMs;
}

/** What differs when a run without revisions goes on. Such a service returns all cases each time. */
function describeProgress({ status, summary, cases = [] }: TestRunDetail): string {
  return JSON.stringify([status, summary, cases.map((one) => [one.id, one.name, one.status])]);
}

async function waitForChange({ kind, ownerId, signal, pending }: FollowTestRunOptions, run: TestRun): Promise<void> {
  try {
    await pending.nextChange({ kind, id: ownerId }, run, signal);
  } catch {
    // The next look shows what is wrong.
    await pending.waitToRetry(paceMs.slowestFailed, signal);
  }
}

/** undefined: the poll failed temporarily. */
async function look(
  { client, kind, id, signal }: FollowTestRunOptions,
  since: number,
  failures: number,
): Promise<TestRunDetail | undefined> {
  let reason: unknown;
  try {
    const now = await client();
    if (now) return await readTestRun(now, kind, id, since, signal);
  } catch (error) {
    // The client is closed when its service stops, which is not the user's cancellation.
    if (!signal.aborted && !passes(error)) throw error;
    reason = error;
  }
  if (failures < mostFailures || signal.aborted) return undefined;
  throw new CommandError(l10n.t("The service was not reached for minutes, so the test run is no longer watched."), {
    cause: reason,
  });
}

function passes(error: unknown): boolean {
  if (isAbortError(error) || hasErrorName(error, "NetworkError", "TimeoutError", "RateLimitedError")) return true;
  return error instanceof Error && "status" in error && typeof error.status === "number" && error.status >= 500;
}
