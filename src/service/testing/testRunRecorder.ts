import type { TestRunResource } from "../../contract/testRuns.ts";
import type { ServiceContext } from "../context.ts";
import { retryDatabaseWrite } from "../storage/retryDatabaseWrite.ts";
import type { CaseResult, PlannedCase } from "./testPlan.ts";
import { type StoredTestCase, type TestRunStore, toQueuedCase } from "./testRunStore.ts";
import { getTestRunOutcome, summarizeTestCases } from "./testRunSummary.ts";

/** What one text of a case may hold, in characters; a run of hundreds of them is still read in one answer. */
const longest = 64 * 1024;
/** The end says more than the middle: it is where output stops and what failed last. */
const keptEnd = 8 * 1024;

/** A text with its middle left out where it is too long, and how much that was. */
function truncateMiddle(text: string, limit = longest): string {
  if (text.length <= limit) return text;
  const end = Math.min(keptEnd, Math.floor(limit / 4));
  const cut = text.length - limit;
  return `${text.slice(0, limit - end)}\n… ${cut} characters are left out here …\n${text.slice(text.length - end)}`;
}

/** What is known of a run while it goes on. It is kept many cases at a time, as every commit waits for the disk. */
export interface TestRunRecorder {
  /** It is under way, against this deployment where there is one. */
  begin(): void;
  against(deploymentId: string): void;
  /** The cases there are, now that they are known: new ones join, one that is not among them any more is told so. */
  plan(cases: readonly PlannedCase[]): void;
  started(id: string): void;
  ended(id: string, result: CaseResult, durationMs: number): void;
  /**
   * The run is over; resolves when that is kept. With a reason it was broken off: what ran is `errored`, what never began is
   * `skipped`, with that reason.
   */
  finish(brokenOff?: string): Promise<void>;
}

const keepEveryMs = 50;
const retryMs = 1000;
const goneReason = "It was planned, but is not among the cases that were found.";

type BookParts = Pick<ServiceContext, "clock" | "log"> & {
  readonly store: TestRunStore;
  readonly closing: AbortSignal;
};

export function createTestRunRecorder(
  parts: BookParts,
  runId: string,
  planned: readonly PlannedCase[],
): TestRunRecorder {
  const { store, clock, log } = parts;
  const cases = new Map(planned.map((one, position) => [one.id, toQueuedCase(one, position)]));
  const changed = new Set<string>();
  let state: Pick<TestRunResource, "status" | "statusDetail" | "deploymentId" | "startedAt" | "finishedAt"> = {
    ...{ status: "queued", statusDetail: null, deploymentId: null, startedAt: null, finishedAt: null },
  };
  let beganAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const summary = () => {
    const durationMs = state.startedAt === null ? 0 : Math.round(performance.now() - beganAt);
    return summarizeTestCases(
      [...cases.values()].map(({ status }) => status),
      durationMs,
    );
  };

  const keep = () => {
    const dirty = [...changed].flatMap((id) => cases.get(id) ?? []);
    store.change(runId, { ...state, summary: summary(), cases: dirty });
    changed.clear();
  };

  const keepSoon = (ms = keepEveryMs) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      try {
        keep();
      } catch (error) {
        log("error", `The test run ${runId} could not be kept and will be tried again: ${String(error)}`);
        keepSoon(retryMs);
      }
    }, ms);
  };

  const set = (id: string, to: Partial<StoredTestCase>) => {
    const known = cases.get(id);
    if (!known || isOver(known)) return;
    cases.set(id, { ...known, ...to });
    changed.add(id);
    keepSoon();
  };

  const end = (id: string, result: CaseResult, durationMs: number | null) =>
    set(id, { status: result.status, durationMs, result: bounded(result) });

  return {
    begin: () => {
      beganAt = performance.now();
      state = { ...state, status: "running", startedAt: clock().toISOString() };
      keepSoon(0);
    },
    against: (deploymentId) => {
      state = { ...state, deploymentId };
      keepSoon();
    },
    plan: (found) => {
      const ids = new Set(found.map(({ id }) => id));
      for (const { planned: old } of cases.values())
        if (!ids.has(old.id)) end(old.id, { status: "errored", message: goneReason }, null);
      for (const one of found) {
        if (cases.has(one.id)) continue;
        cases.set(one.id, toQueuedCase(one, cases.size));
        changed.add(one.id);
      }
      keepSoon(0);
    },
    started: (id) => set(id, { status: "running" }),
    ended: (id, result, durationMs) => end(id, result, Math.round(durationMs * 10) / 10),
    finish: async (brokenOff) => {
      const why = brokenOff ?? "It was not run.";
      for (const { planned: one, status } of [...cases.values()])
        end(one.id, { status: status === "running" ? "errored" : "skipped", message: why }, null);
      clearTimeout(timer);
      const verdict =
        brokenOff === undefined ? getTestRunOutcome(summary()) : { status: "errored" as const, detail: brokenOff };
      state = {
        ...state,
        status: verdict.status,
        statusDetail: verdict.detail,
        finishedAt: clock().toISOString(),
      };
      await retryDatabaseWrite(parts, `The end of the test run ${runId}`, keep, parts.closing);
    },
  };
}

const isOver = ({ status }: StoredTestCase) => status !== "queued" && status !== "running";

function bounded(result: CaseResult): CaseResult {
  const { status, ...texts } = result;
  const cut = Object.entries(texts).map(([name, text]) => [name, text === undefined ? text : truncateMiddle(text)]);
  return { status, ...Object.fromEntries(cut) };
}
