import { setTimeout as delay } from "node:timers/promises";
import { createSemaphore } from "../semaphore.ts";
import { getCaseTimeoutMs, isModelCase } from "./caseTimeout.ts";
import type { CaseResult, PlannedCase, TestPlan } from "./testPlan.ts";
import type { TestRunRecorder } from "./testRunRecorder.ts";

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
export async function runTestCases(plan: TestPlan, recorder: TestRunRecorder, limits: Limits): Promise<void> {
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
  const timedOut = waitForAbort(stopSignal).then(() => delay(resultGraceMs, undefined, { ref: false }));
  const result = await Promise.race([attempt(plan, planned, stopSignal), timedOut]);
  clearTimeout(timer);
  // The run was aborted. Its end sets the result of every unfinished case.
  if (signal.aborted) return;
  const returned = result?.kind === "told" ? result.result : undefined;
  const failure =
    result?.kind === "thrown" && !caseTimeout.signal.aborted
      ? createErrorResult(result.error)
      : createTimeoutResult(planned, timeoutMs);
  recorder.endCase(planned.id, returned ?? failure, performance.now() - startedAt);
}

type Attempt =
  | { readonly kind: "told"; readonly result: CaseResult }
  | { readonly kind: "thrown"; readonly error: unknown };

/** Never rejects, because `runOne` may not await it after the timeout. */
async function attempt(plan: TestPlan, planned: PlannedCase, signal: AbortSignal): Promise<Attempt> {
  try {
    return { kind: "told", result: await plan.run(planned, signal) };
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

function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
