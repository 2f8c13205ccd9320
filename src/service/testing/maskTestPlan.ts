import type { CaseResult, TestPlan } from "./testPlan.ts";

/** Masks secrets in the results of a plan, because the tested server or skill may repeat them. */
export function maskTestPlan(plan: TestPlan, mask: (text: string) => string): TestPlan {
  return {
    cases: plan.cases,
    run: async (planned, signal) => {
      try {
        return maskResult(await plan.run(planned, signal), mask);
      } catch (error) {
        if (signal.aborted) throw error;
        return { status: "errored", message: mask(error instanceof Error ? error.message : String(error)) };
      }
    },
    close: () => plan.close(),
  };
}

function maskResult(
  { status, message, code, expected, actual, output, measures }: CaseResult,
  mask: (text: string) => string,
): CaseResult {
  return {
    status,
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message: mask(message) }),
    ...(expected !== undefined && { expected: mask(expected) }),
    ...(actual !== undefined && { actual: mask(actual) }),
    ...(output !== undefined && { output: mask(output) }),
    ...(measures && { measures }),
  };
}
