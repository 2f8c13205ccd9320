import type { TestRunResource } from "../../contract/testRuns.ts";
import type { ServiceContext } from "../context.ts";
import { retryDatabaseWrite } from "../storage/retryDatabaseWrite.ts";
import type { CaseResult, PlannedCase } from "./testPlan.ts";
import { type StoredTestCase, type TestRunStore, toQueuedCase } from "./testRunStore.ts";
import { getTestRunOutcome, summarizeTestCases } from "./testRunSummary.ts";

/** The most characters of one text of a case, so that a response can contain a run with hundreds of cases. */
const maxLength = 64 * 1024;
/** The end is more useful than the middle, because it contains the last failure. */
const tailLength = 8 * 1024;

/** Replaces the middle of a long text by the number of omitted characters. */
function truncateMiddle(text: string, limit = maxLength): string {
  if (text.length <= limit) return text;
  const end = Math.min(tailLength, Math.floor(limit / 4));
  const omitted = text.length - limit;
  return `${text.slice(0, limit - end)}\n… ${omitted} characters omitted …\n${text.slice(text.length - end)}`;
}

/** Records the progress of a run. Saves many cases at a time, because every commit waits for the disk. */
export interface TestRunRecorder {
  /** Marks the run as running. */
  start(): void;
  setDeployment(deploymentId: string): void;
  /** Sets the final list of cases. New ones are added; planned ones that are missing become `errored`. */
  setCases(cases: readonly PlannedCase[]): void;
  startCase(id: string): void;
  endCase(id: string, result: CaseResult, durationMs: number): void;
  /**
   * Ends the run and resolves after that is saved. An `abortReason` marks running cases as `errored` and waiting ones as `skipped`
   * with that reason.
   */
  finish(abortReason?: string): Promise<void>;
}

const saveIntervalMs = 50;
const retryMs = 1000;
const missingReason = "The case was planned, but the server does not have it.";

type RecorderContext = Pick<ServiceContext, "clock" | "log"> & {
  readonly store: TestRunStore;
  readonly closing: AbortSignal;
};

export function createTestRunRecorder(
  context: RecorderContext,
  runId: string,
  planned: readonly PlannedCase[],
): TestRunRecorder {
  const { store, clock, log } = context;
  const cases = new Map(planned.map((plannedCase, position) => [plannedCase.id, toQueuedCase(plannedCase, position)]));
  const changed = new Set<string>();
  let state: Pick<TestRunResource, "status" | "statusDetail" | "deploymentId" | "startedAt" | "finishedAt"> = {
    ...{ status: "queued", statusDetail: null, deploymentId: null, startedAt: null, finishedAt: null },
  };
  let startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;

  const summary = () => {
    const durationMs = state.startedAt === null ? 0 : Math.round(performance.now() - startedAt);
    return summarizeTestCases(
      [...cases.values()].map(({ status }) => status),
      durationMs,
    );
  };

  const save = () => {
    const changedCases = [...changed].flatMap((id) => cases.get(id) ?? []);
    store.change(runId, { ...state, summary: summary(), cases: changedCases });
    changed.clear();
  };

  const scheduleSave = (ms = saveIntervalMs) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      try {
        save();
      } catch (error) {
        log("error", `The test run ${runId} could not be saved. The service tries again: ${String(error)}`);
        scheduleSave(retryMs);
      }
    }, ms);
  };

  const updateCase = (id: string, update: Partial<StoredTestCase>) => {
    const current = cases.get(id);
    if (!current || isOver(current)) return;
    cases.set(id, { ...current, ...update });
    changed.add(id);
    scheduleSave();
  };

  const finishCase = (id: string, result: CaseResult, durationMs: number | null) =>
    updateCase(id, { status: result.status, durationMs, result: truncateResult(result) });

  return {
    start: () => {
      startedAt = performance.now();
      state = { ...state, status: "running", startedAt: clock().toISOString() };
      scheduleSave(0);
    },
    setDeployment: (deploymentId) => {
      state = { ...state, deploymentId };
      scheduleSave();
    },
    setCases: (found) => {
      const ids = new Set(found.map(({ id }) => id));
      for (const { planned: previous } of cases.values())
        if (!ids.has(previous.id)) finishCase(previous.id, { status: "errored", message: missingReason }, null);
      for (const plannedCase of found) {
        if (cases.has(plannedCase.id)) continue;
        cases.set(plannedCase.id, toQueuedCase(plannedCase, cases.size));
        changed.add(plannedCase.id);
      }
      scheduleSave(0);
    },
    startCase: (id) => updateCase(id, { status: "running" }),
    endCase: (id, result, durationMs) => finishCase(id, result, Math.round(durationMs * 10) / 10),
    finish: async (abortReason) => {
      const reason = abortReason ?? "The case did not run.";
      for (const { planned: plannedCase, status } of [...cases.values()])
        finishCase(plannedCase.id, { status: status === "running" ? "errored" : "skipped", message: reason }, null);
      clearTimeout(timer);
      const outcome =
        abortReason === undefined ? getTestRunOutcome(summary()) : { status: "errored" as const, detail: abortReason };
      state = {
        ...state,
        status: outcome.status,
        statusDetail: outcome.detail,
        finishedAt: clock().toISOString(),
      };
      await retryDatabaseWrite(context, `The end of the test run ${runId}`, save, context.closing);
    },
  };
}

const isOver = ({ status }: StoredTestCase) => status !== "queued" && status !== "running";

function truncateResult(result: CaseResult): CaseResult {
  const { status, ...texts } = result;
  const truncated = Object.entries(texts).map(([name, text]) => [
    name,
    text === undefined ? text : truncateMiddle(text),
  ]);
  return { status, ...Object.fromEntries(truncated) };
}
