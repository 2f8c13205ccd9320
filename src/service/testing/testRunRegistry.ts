import type { TestRunDetailResource } from "../../contract/testRuns.ts";
import type { ServiceContext } from "../context.ts";
import { removeDeploymentFolder } from "../deployments/lifecycle/deploymentFolder.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { createRoundRobinLimiter } from "./roundRobinLimiter.ts";
import { runTestCases } from "./runTestCases.ts";
import type { PlannedCase, TestPlan } from "./testPlan.ts";
import { createTestRunRecorder, type TestRunRecorder } from "./testRunRecorder.ts";
import { createTestRunStore, type NewTestRun, type TestRunStore } from "./testRunStore.ts";
import { summarizeTestCases } from "./testRunSummary.ts";

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
    const recorder = createTestRunRecorder({ ...context, store, closing: closing.signal }, id, request.cases);
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
  await recorder.finish(abortReason);
}
