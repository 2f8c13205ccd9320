import { setTimeout as delay } from "node:timers/promises";
import type { TestRunDetailResource } from "../../contract/testRuns.ts";
import type { ServiceContext } from "../context.ts";
import { removeDeploymentFolder } from "../deployments/lifecycle/deploymentFolder.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { waitUnlessAborted } from "../network/waitUnlessAborted.ts";
import { createRoundRobinLimiter } from "../roundRobinLimiter.ts";
import { createSemaphore } from "../semaphore.ts";
import { type CaseResult, changeResultTexts, type PlannedCase, type TestPlan } from "./testPlan.ts";
import { TestRunRecorder } from "./testRunRecorder.ts";
import { createTestRunStore, type NewTestRun, summarizeTestCases, type TestRunStore } from "./testRunStore.ts";

interface Limits {
  /** The timeout of one case. `undefined` selects the default for its kind. */
  readonly timeoutMs: number | undefined;
  /** Aborted when the run must end. Unfinished cases then keep their state. */
  readonly signal: AbortSignal;
}

const maxConcurrentModelCases = 3;
/** The time that a case has to return its result after its timeout. */
const resultGraceMs = 1000;

/** Runs the cases of a plan in order. Model cases are independent, so they run last and several at a time. */
async function runTestCases(plan: TestPlan, recorder: TestRunRecorder, limits: Limits): Promise<void> {
  for (const planned of plan.cases) {
    if (limits.signal.aborted) return;
    if (!isModelCase(planned)) await runTestCase(plan, recorder, planned, limits);
  }
  const limitModelCases = createSemaphore(maxConcurrentModelCases);
  const modelCases = plan.cases.filter(isModelCase);
  await Promise.all(
    modelCases.map((planned) =>
      limitModelCases(async () => {
        if (!limits.signal.aborted) await runTestCase(plan, recorder, planned, limits);
      }),
    ),
  );
}

async function runTestCase(
  plan: TestPlan,
  recorder: TestRunRecorder,
  planned: PlannedCase,
  { timeoutMs: requestedMs, signal }: Limits,
) {
  const timeoutMs = getCaseTimeoutMs(requestedMs, planned);
  const caseTimeout = new AbortController();
  const timer = setTimeout(() => caseTimeout.abort(new DOMException("The case timed out.", "TimeoutError")), timeoutMs);
  recorder.startCase(planned.id);
  const startedAt = performance.now();
  const stopSignal = AbortSignal.any([caseTimeout.signal, signal]);
  const attempted = attempt(plan, planned, stopSignal);
  const waitLonger = () => Promise.race([attempted, delay(resultGraceMs, undefined, { ref: false })]);
  const result = await waitUnlessAborted(attempted, stopSignal).catch(waitLonger);
  clearTimeout(timer);
  // The run was aborted. Its end sets the result of every unfinished case.
  if (signal.aborted) return;
  const returned = result?.kind === "finished" ? result.result : undefined;
  const failure =
    result?.kind === "thrown" && !caseTimeout.signal.aborted
      ? createErrorResult(result.error)
      : createTimeoutResult(planned, timeoutMs);
  const masked = changeResultTexts(returned ?? failure, plan.mask);
  recorder.endCase(planned.id, masked, performance.now() - startedAt);
}

type Attempt =
  | { readonly kind: "finished"; readonly result: CaseResult }
  | { readonly kind: "thrown"; readonly error: unknown };

/** Never rejects, because `runOne` may not await it after the timeout. */
async function attempt(plan: TestPlan, planned: PlannedCase, signal: AbortSignal): Promise<Attempt> {
  try {
    return { kind: "finished", result: await plan.run(planned, signal) };
  } catch (error) {
    return { kind: "thrown", error };
  }
}

/** A model that does not respond says nothing about the skill, but a server or script that does not end has failed. */
function createTimeoutResult(planned: PlannedCase, timeoutMs: number): CaseResult {
  const status = isModelCase(planned) ? "errored" : "failed";
  return { status, message: `It did not end within ${timeoutMs / 1000} s.` };
}

function createErrorResult(error: unknown): CaseResult {
  return { status: "errored", message: error instanceof Error ? error.message : String(error) };
}

const modelCaseKinds: ReadonlySet<string> = new Set(["trigger", "eval"]);

function isModelCase({ kind }: { readonly kind: string }): boolean {
  return modelCaseKinds.has(kind);
}

const defaultMs = 30_000;
/** A model may think for minutes, and several cases run at a time. */
const modelMs = 600_000;

/** The requested timeout, else the default for the kind of the case. */
function getCaseTimeoutMs(requestedMs: number | undefined, planned: { readonly kind: string }): number {
  return requestedMs ?? (isModelCase(planned) ? modelMs : defaultMs);
}

const serviceStoppedReason = "The service was stopped during this run. Run it again.";

/** Ends the runs of the previous process, which cannot continue. */
function endInterruptedTestRuns({ db, clock }: Pick<ServiceContext, "db" | "clock">, store: TestRunStore): void {
  db.transaction(() => {
    for (const run of store.rows("WHERE r.status IN ('queued', 'running')")) {
      db.run(
        `UPDATE test_cases SET status = CASE status WHEN 'running' THEN 'errored' ELSE 'skipped' END, message = ?, revision = ?
         WHERE run_id = ? AND status IN ('queued', 'running')`,
        ...[serviceStoppedReason, run.revision + 1, run.id],
      );
      const statuses = store.cases(run.id, 0).map(({ status }) => status);
      store.change(run.id, {
        status: "errored",
        statusDetail: serviceStoppedReason,
        deploymentId: run.deployment_id,
        summary: summarizeTestCases(statuses, run.summary_json.durationMs),
        startedAt: run.started_at,
        finishedAt: clock().toISOString(),
        cases: [],
      });
    }
  });
}

export interface TestRunRequest {
  readonly run: NewTestRun;
  /** The cases that are known before the start. */
  readonly cases: readonly PlannedCase[];
  /** The requested timeout of one case. */
  readonly timeoutMs: number | undefined;
  /** Prepares the cases and tells the recorder which deployment they use. A thrown error ends the run. */
  readonly plan: (signal: AbortSignal, recorder: Pick<TestRunRecorder, "setDeployment">) => Promise<TestPlan>;
}

/** Runs tests in the background, a few runs at a time. */
export interface TestRunRegistry {
  readonly store: TestRunStore;
  /** Stores the run and starts it after the commit, as soon as the limiter allows it. */
  start(request: TestRunRequest): TestRunDetailResource;
  /** Stops running tests and resolves when all have ended. */
  close(): Promise<void>;
}

/** Runs mostly wait for servers and models. */
const maxConcurrentRuns = 4;
/** Waiting runs retain their files in memory. */
const maxWaitingRuns = 100;
const maxRunMs = 60 * 60 * 1000;
const runTimeoutReason = "The run took longer than an hour and was stopped. Run fewer cases at a time.";

export function createTestRunRegistry(context: ServiceContext): TestRunRegistry {
  const closing = new AbortController();
  const activeRuns = new Set<Promise<void>>();
  const limitRuns = createRoundRobinLimiter(maxConcurrentRuns);
  const store = createTestRunStore(context);
  endInterruptedTestRuns(context, store);

  const startInBackground = (request: TestRunRequest) => {
    const { id, serverId, skillId } = request.run;
    const recorder = new TestRunRecorder({ ...context, store, closing: closing.signal }, id, request.cases);
    const done = limitRuns(serverId ?? skillId ?? id, () => execute(context, request, recorder, closing.signal))
      .catch((error) => context.log("error", `Test run ${id}: ${String(error)}`))
      .finally(() => activeRuns.delete(done));
    activeRuns.add(done);
  };

  return {
    store,
    start: (request) => {
      if (activeRuns.size >= maxWaitingRuns)
        throw new ServiceProblem("unavailable", `${activeRuns.size} test runs are already waiting. Try again later.`, {
          headers: { "Retry-After": "10" },
        });
      const testRun = store.insert(request.run, request.cases);
      context.db.afterCommit(() => startInBackground(request));
      return testRun;
    },
    close: async () => {
      closing.abort();
      await Promise.all(activeRuns);
    },
  };
}

async function execute(
  context: ServiceContext,
  request: TestRunRequest,
  recorder: TestRunRecorder,
  closing: AbortSignal,
): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), maxRunMs).unref();
  const signal = AbortSignal.any([closing, limit.signal]);
  let plan: TestPlan | undefined;
  let abortReason: string | undefined;
  try {
    if (!closing.aborted) recorder.start();
    signal.throwIfAborted();
    plan = await request.plan(signal, recorder);
    recorder.setCases(plan.cases);
    await runTestCases(plan, recorder, { timeoutMs: request.timeoutMs, signal });
    signal.throwIfAborted();
  } catch (error) {
    abortReason = error instanceof Error ? error.message : String(error);
  }
  clearTimeout(timer);
  if (closing.aborted) abortReason = serviceStoppedReason;
  else if (limit.signal.aborted) abortReason = runTimeoutReason;
  await plan
    ?.close()
    .catch((error) => context.log("error", `The cleanup of the test run ${request.run.id} failed: ${error}`));
  await removeDeploymentFolder(context, request.run.id);
  const status = await recorder.finish(abortReason);
  const kind = request.run.serverId === null ? "skill" : "server";
  context.telemetry?.add("fairlead.test_runs", 1, {
    "fairlead.test_run.kind": kind,
    "fairlead.test_run.status": status,
  });
}
