import { setTimeout as delay } from "node:timers/promises";
import { createSemaphore } from "../semaphore.ts";
import { getCaseTimeoutMs, isModelCase } from "./caseTimeout.ts";
import type { CaseResult, PlannedCase, TestPlan } from "./testPlan.ts";
import type { TestRunRecorder } from "./testRunRecorder.ts";

interface Limits {
  /** For one case; undefined: as its kind needs. */
  readonly timeoutMs: number | undefined;
  /** Ended when the run is to end; cases that have not ended then are left as they are. */
  readonly signal: AbortSignal;
}

const atATime = 3;
/** How long a case whose time is over may take to say what it has seen. */
const lastWordsMs = 1000;

/** Runs the cases of a plan one after the other; those that wait for a model, and stand alone each, last and several at a time. */
export async function runTestCases(plan: TestPlan, book: TestRunRecorder, limits: Limits): Promise<void> {
  for (const planned of plan.cases) {
    if (limits.signal.aborted) return;
    if (!isModelCase(planned)) await runOne(plan, book, planned, limits);
  }
  const turn = createSemaphore(atATime);
  const together = plan.cases.filter(isModelCase);
  await Promise.all(
    together.map((planned) =>
      turn(async () => {
        if (!limits.signal.aborted) await runOne(plan, book, planned, limits);
      }),
    ),
  );
}

async function runOne(
  plan: TestPlan,
  book: TestRunRecorder,
  planned: PlannedCase,
  { timeoutMs: asked, signal }: Limits,
) {
  const timeoutMs = getCaseTimeoutMs(asked, planned);
  const own = new AbortController();
  const timer = setTimeout(() => own.abort(new DOMException("The case's time is over.", "TimeoutError")), timeoutMs);
  book.started(planned.id);
  const startedAt = performance.now();
  const both = AbortSignal.any([own.signal, signal]);
  const over = abortOf(both).then(() => delay(lastWordsMs, undefined, { ref: false }));
  const result = await Promise.race([attempt(plan, planned, both), over]);
  clearTimeout(timer);
  // The run is broken off: its end says so of every case that had none.
  if (signal.aborted) return;
  const told = result?.kind === "told" ? result.result : undefined;
  const failure = result?.kind === "thrown" && !own.signal.aborted ? thrown(result.error) : late(planned, timeoutMs);
  book.ended(planned.id, told ?? failure, performance.now() - startedAt);
}

type Attempt =
  | { readonly kind: "told"; readonly result: CaseResult }
  | { readonly kind: "thrown"; readonly error: unknown };

/** Never rejects: it may be left behind when its time is over. */
async function attempt(plan: TestPlan, planned: PlannedCase, signal: AbortSignal): Promise<Attempt> {
  try {
    return { kind: "told", result: await plan.run(planned, signal) };
  } catch (error) {
    return { kind: "thrown", error };
  }
}

/** A model that does not answer says nothing of the skill; a server or script that does not end has failed. */
function late(planned: PlannedCase, timeoutMs: number): CaseResult {
  const status = isModelCase(planned) ? "errored" : "failed";
  return { status, message: `It did not end within ${timeoutMs / 1000} s.` };
}

function thrown(error: unknown): CaseResult {
  return { status: "errored", message: error instanceof Error ? error.message : String(error) };
}

function abortOf(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
