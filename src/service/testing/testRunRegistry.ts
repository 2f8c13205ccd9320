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

/** Ends the runs that the last process left behind: nobody will finish them. */
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
  /** Those that are known before anything is started. */
  readonly cases: readonly PlannedCase[];
  /** For one case, where something else than usual is asked for. */
  readonly timeoutMs: number | undefined;
  /** Makes ready what the cases need; tells the book which deployment it is. What it throws ends the run. */
  readonly plan: (signal: AbortSignal, book: Pick<TestRunRecorder, "against">) => Promise<TestPlan>;
}

/** Runs tests in the background, a few runs at a time. */
export interface TestRunRegistry {
  readonly store: TestRunStore;
  /** Keeps the run and begins once that is durable and its turn has come. */
  start(order: TestRunRequest): TestRunDetailResource;
  /** Ends what runs; resolves when nothing of it is left. */
  close(): Promise<void>;
}

/** They wait for servers and models more than they compute. */
const atATime = 4;
/** Waiting runs hold their files in memory. */
const mostWaiting = 100;
const longestRunMs = 60 * 60 * 1000;
const tooLong = "The run took longer than an hour and was ended. Run fewer cases at a time.";

export function createTestRunRegistry(context: ServiceContext): TestRunRegistry {
  const closing = new AbortController();
  const open = new Set<Promise<void>>();
  const turn = createRoundRobinLimiter(atATime);
  const store = createTestRunStore(context);
  endInterruptedTestRuns(context, store);

  const begin = (order: TestRunRequest) => {
    const { id, serverId, skillId } = order.run;
    const book = createTestRunRecorder({ ...context, store, closing: closing.signal }, id, order.cases);
    const done = turn(serverId ?? skillId ?? id, () => run(context, order, book, closing.signal))
      .catch((error) => context.log("error", `Test run ${id}: ${String(error)}`))
      .finally(() => open.delete(done));
    open.add(done);
  };

  return {
    store,
    start: (order) => {
      if (open.size >= mostWaiting)
        throw new ServiceProblem("unavailable", `${open.size} test runs are waiting already.`, {
          headers: { "Retry-After": "10" },
        });
      const made = store.insert(order.run, order.cases);
      context.db.afterCommit(() => begin(order));
      return made;
    },
    close: async () => {
      closing.abort();
      await Promise.all(open);
    },
  };
}

async function run(
  context: ServiceContext,
  order: TestRunRequest,
  book: TestRunRecorder,
  closing: AbortSignal,
): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), longestRunMs).unref();
  const signal = AbortSignal.any([closing, limit.signal]);
  let plan: TestPlan | undefined;
  let brokenOff: string | undefined;
  try {
    if (!closing.aborted) book.begin();
    signal.throwIfAborted();
    plan = await order.plan(signal, book);
    book.plan(plan.cases);
    await runTestCases(plan, book, { timeoutMs: order.timeoutMs, signal });
    signal.throwIfAborted();
  } catch (error) {
    brokenOff = error instanceof Error ? error.message : String(error);
  }
  clearTimeout(timer);
  if (closing.aborted) brokenOff = serviceStoppedReason;
  else if (limit.signal.aborted) brokenOff = tooLong;
  await plan?.close().catch((error) => context.log("error", `Test run ${order.run.id} left something: ${error}`));
  await removeDeploymentFolder(context, order.run.id);
  await book.finish(brokenOff);
}
