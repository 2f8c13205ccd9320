import { checkText } from "../../../testcases/checkText.ts";
import type { TextExpectation } from "../../../testcases/skillCase.ts";
import { matchWithTimeLimit } from "../matchWithTimeLimit.ts";
import type { StatementGrade } from "./gradeTaskResult.ts";

/** Compares the result of a task with each check, without a model. */
export function checkTaskResult(result: string, checks: readonly TextExpectation[]): readonly StatementGrade[] {
  return checks.map((check) => {
    const mismatch = checkText(check, result, matchWithTimeLimit);
    const evidence = mismatch ? `${mismatch.message} Expected: ${mismatch.expected}` : "It does.";
    return { statement: describeCheck(check), passed: mismatch === undefined, evidence };
  });
}

function describeCheck({ equals, contains, matches }: TextExpectation): string {
  const parts = [
    equals === undefined ? "" : `is ${JSON.stringify(equals)}`,
    contains === undefined ? "" : `contains ${contains.map((part) => JSON.stringify(part)).join(", ")}`,
    matches === undefined ? "" : `matches ${JSON.stringify(matches)}`,
  ];
  return `The result ${parts.filter(Boolean).join(" and ")}`;
}
