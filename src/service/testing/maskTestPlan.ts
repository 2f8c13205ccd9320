import type { CaseResult, TestPlan } from "./testPlan.ts";

/** A plan whose results hold no secret: what was tested may repeat what it was given. */
export function maskTestPlan(plan: TestPlan, mask: (text: string) => string): TestPlan {
  return {
    cases: plan.cases,
    run: async (planned, signal) => {
      try {
        return masked(await plan.run(planned, signal), mask);
      } catch (error) {
        if (signal.aborted) throw error;
        return { status: "errored", message: mask(error instanceof Error ? error.message : String(error)) };
      }
    },
    close: () => plan.close(),
  };
}

function masked({ status, message, expected, actual, output }: CaseResult, mask: (text: string) => string): CaseResult {
  return {
    status,
    ...(message !== undefined && { message: mask(message) }),
    ...(expected !== undefined && { expected: mask(expected) }),
    ...(actual !== undefined && { actual: mask(actual) }),
    ...(output !== undefined && { output: mask(output) }),
  };
}
