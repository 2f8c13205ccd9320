import type { ServiceContext } from "../context.ts";
import { retryDatabaseWrite } from "../storage/retryDatabaseWrite.ts";
import { type CaseResult, changeResultTexts, type PlannedCase } from "./testPlan.ts";
import {
  getTestRunOutcome,
  type StoredTestCase,
  summarizeTestCases,
  type TestRunChange,
  type TestRunStore,
  toQueuedCase,
} from "./testRunStore.ts";

/** The most characters of one text of a case, so that a response can contain a run with hundreds of cases. */
const maxLength = 64 * 1024;
/** The end is more useful than the middle, because it contains the last failure. */
const tailLength = 8 * 1024;

/** Replaces the middle of a long text by the number of omitted characters. */
function truncateMiddle(text: string): string {
  const omitted = text.length - maxLength;
  if (omitted <= 0) return text;
  return `${text.slice(0, maxLength - tailLength)}\n… ${omitted} characters omitted …\n${text.slice(-tailLength)}`;
}

const saveIntervalMs = 50;
const retryMs = 1000;
const missingReason = "The case was planned, but the server does not have it.";

type RecorderContext = Pick<ServiceContext, "clock" | "log"> & {
  readonly store: Pick<TestRunStore, "change">;
  readonly closing: AbortSignal;
};

type RecordedRunState = Omit<TestRunChange, "summary" | "cases">;

/** Records the progress of a run. Saves many cases at a time, because every commit waits for the disk. */
export class TestRunRecorder {
  readonly #context: RecorderContext;
  readonly #runId: string;
  readonly #cases: Map<string, StoredTestCase>;
  readonly #changedIds = new Set<string>();
  #state: RecordedRunState = {
    status: "queued",
    statusDetail: null,
    deploymentId: null,
    startedAt: null,
    finishedAt: null,
  };
  #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(context: RecorderContext, runId: string, planned: readonly PlannedCase[]) {
    this.#context = context;
    this.#runId = runId;
    this.#cases = new Map(planned.map((planned, position) => [planned.id, toQueuedCase(planned, position)]));
  }

  /** Marks the run as running. */
  start(): void {
    this.#startedAt = performance.now();
    this.#state = { ...this.#state, status: "running", startedAt: this.#context.clock().toISOString() };
    this.#scheduleSave(0);
  }

  setDeployment(deploymentId: string): void {
    this.#state = { ...this.#state, deploymentId };
    this.#scheduleSave(saveIntervalMs);
  }

  /** Sets the final list of cases. New ones are added; planned ones that are missing become `errored`. */
  setCases(found: readonly PlannedCase[]): void {
    const ids = new Set(found.map(({ id }) => id));
    for (const { planned } of this.#cases.values())
      if (!ids.has(planned.id)) this.#finishCase(planned.id, { status: "errored", message: missingReason }, null);
    for (const planned of found) {
      if (this.#cases.has(planned.id)) continue;
      this.#cases.set(planned.id, toQueuedCase(planned, this.#cases.size));
      this.#changedIds.add(planned.id);
    }
    this.#scheduleSave(0);
  }

  startCase(id: string): void {
    this.#updateCase(id, { status: "running" });
  }

  endCase(id: string, result: CaseResult, durationMs: number): void {
    const isFirst = ![...this.#cases.values()].some(isOver);
    this.#finishCase(id, result, Math.round(durationMs * 10) / 10);
    // The user waits for it.
    if (isFirst) this.#saveNow();
  }

  /**
   * Ends the run and resolves after that is saved. An `abortReason` is that of the run and of running cases, which are `errored`; waiting
   * ones are `skipped`.
   */
  async finish(abortReason?: string): Promise<RecordedRunState["status"]> {
    const message = "Not run.";
    for (const { planned, status } of [...this.#cases.values()]) {
      const result =
        status === "running" ? ({ status: "errored", message: abortReason ?? message } as const) : undefined;
      this.#finishCase(planned.id, result ?? { status: "skipped", message }, null);
    }
    clearTimeout(this.#timer);
    const { status, detail } =
      abortReason === undefined
        ? getTestRunOutcome(this.#summarize())
        : { status: "errored" as const, detail: abortReason };
    const finishedAt = this.#context.clock().toISOString();
    this.#state = { ...this.#state, status, statusDetail: detail, finishedAt };
    const save = () => this.#save();
    await retryDatabaseWrite(this.#context, `The end of the test run ${this.#runId}`, save, this.#context.closing);
    return status;
  }

  #finishCase(id: string, result: CaseResult, durationMs: number | null): void {
    this.#updateCase(id, { status: result.status, durationMs, result: changeResultTexts(result, truncateMiddle) });
  }

  #updateCase(id: string, update: Partial<StoredTestCase>): void {
    const current = this.#cases.get(id);
    if (!current || isOver(current)) return;
    this.#cases.set(id, { ...current, ...update });
    this.#changedIds.add(id);
    this.#scheduleSave(saveIntervalMs);
  }

  #saveNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#scheduleSave(0);
  }

  #scheduleSave(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      try {
        this.#save();
      } catch (error) {
        const message = `The test run ${this.#runId} could not be saved. The service tries again: ${String(error)}`;
        this.#context.log("error", message);
        this.#scheduleSave(retryMs);
      }
    }, ms);
  }

  #save(): void {
    const cases = [...this.#changedIds].flatMap((id) => this.#cases.get(id) ?? []);
    this.#context.store.change(this.#runId, { ...this.#state, summary: this.#summarize(), cases });
    this.#changedIds.clear();
  }

  #summarize() {
    const statuses = [...this.#cases.values()].map(({ status }) => status);
    const durationMs = this.#state.startedAt === null ? 0 : Math.round(performance.now() - this.#startedAt);
    return summarizeTestCases(statuses, durationMs);
  }
}

const isOver = ({ status }: StoredTestCase) => status !== "queued" && status !== "running";
