import type { CaseAttempt } from "../../../contract/testRuns.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import type { EvalCase } from "../../../testcases/skillCase.ts";
import { checkText, type TextExpectation } from "../../../testcases/textExpectation.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { matchWithTimeLimit } from "../runWithinTime.ts";
import type { CaseResult } from "../testPlan.ts";
import type { OfferedSkill, TaskResult, TaskRunner } from "./doTask.ts";
import { gradeTaskResult, type StatementGrade } from "./gradeTaskResult.ts";
import { addModelUse, countModelUse, ModelFailure } from "./model/modelClient.ts";

/** The most characters of a task, because a model's context is limited. */
const maxTaskLength = 400_000;

/** The task for the model, or the reason why the case cannot run. */
type EvalTask =
  | { readonly kind: "task"; readonly task: string }
  | { readonly kind: "not run"; readonly result: CaseResult };

/** The prompt with its files. */
function createEvalTask(files: readonly FileContent[], evalCase: EvalCase): EvalTask {
  if (listStatements(evalCase).length === 0 && evalCase.checks.length === 0)
    return createSkippedTask('The case has nothing to grade. Add "checks", "assertions" or an "expected_output".');
  const fileTexts: string[] = [];
  for (const path of evalCase.files) {
    const file = files.find((one) => one.path === path) ?? files.find((one) => one.path === `evals/${path}`);
    if (!file) {
      const message = `The case's file "${path}" is not among the skill's files.`;
      return { kind: "not run", result: { status: "errored", message } };
    }
    const { text, validUtf8 } = decodeSkillFile(file);
    if (!validUtf8) return createSkippedTask(`The case's file "${path}" is not text, so it cannot be sent to a model.`);
    fileTexts.push(`File ${file.path}:\n\n${text}`);
  }
  const task = [evalCase.prompt, ...fileTexts].join("\n\n");
  if (task.length > maxTaskLength)
    return createSkippedTask(
      `The case's prompt and files have ${task.length} characters; the limit is ${maxTaskLength}.`,
    );
  return { kind: "task", task };
}

/** What a model grades. The description of a good result is graded where nothing else says what is good. */
function listStatements({ assertions, expectedOutput, checks }: EvalCase): readonly string[] {
  if (assertions.length > 0 || checks.length > 0) return assertions;
  return expectedOutput?.trim() ? [`The result is as described: ${expectedOutput.trim()}`] : [];
}

function createSkippedTask(message: string): EvalTask {
  return { kind: "not run", result: { status: "skipped", message } };
}

interface GradedAttempt {
  readonly taskResult: TaskResult;
  readonly grades: readonly StatementGrade[];
  readonly measures: CaseAttempt;
}

/** Does a task with the skill and without it, and grades both results. With the skill, every statement must be true. */
export async function runEvalCase(
  evalCase: EvalCase,
  skill: OfferedSkill,
  runner: TaskRunner,
  signal: AbortSignal,
): Promise<CaseResult> {
  const evalTask = createEvalTask(skill.files, evalCase);
  if (evalTask.kind === "not run") return evalTask.result;
  const { task } = evalTask;
  const failed = new AbortController();
  const stopSignal = AbortSignal.any([signal, failed.signal]);
  const tryTask = async (offered: OfferedSkill | undefined): Promise<GradedAttempt> => {
    try {
      return await runAttempt({ evalCase, task, offered }, runner, stopSignal);
    } catch (error) {
      // The calls of the other attempt would be useless.
      failed.abort(error);
      throw error;
    }
  };
  const [withSkill, withoutSkill] = await Promise.all([tryTask(skill), tryTask(undefined)]);
  return createCaseResult(withSkill, withoutSkill, runner.name);
}

interface AttemptOptions {
  readonly evalCase: EvalCase;
  readonly task: string;
  /** undefined: the attempt without the skill. */
  readonly offered: OfferedSkill | undefined;
}

async function runAttempt(
  { evalCase, task, offered }: AttemptOptions,
  runner: TaskRunner,
  signal: AbortSignal,
): Promise<GradedAttempt> {
  const where = offered ? "with" : "without";
  const startedAt = performance.now();
  const done = await nameFailedStep(`Doing the task ${where} the skill`, runner.doTask(task, offered, signal));
  const durationMs = Math.round(performance.now() - startedAt);
  const { taskResult } = done;
  const checked = checkTaskResult(taskResult.result, evalCase.checks);
  const statements = checked.every(({ passed }) => passed) ? listStatements(evalCase) : [];
  const grader = countModelUse(runner.grader);
  const { expectedOutput } = evalCase;
  const graded =
    statements.length === 0
      ? []
      : await nameFailedStep(
          `Grading the result ${where} the skill`,
          gradeTaskResult({ task, expectedOutput, statements, taskResult }, grader, signal),
        );
  const grades = [...checked, ...graded];
  const passed = grades.every((grade) => grade.passed);
  const triggered = offered ? taskResult.read.length > 0 : null;
  const measures = { passed, triggered, ...addModelUse(done.use, grader.use()), durationMs };
  return { taskResult, grades, measures };
}

/** Compares the result of a task with each check, without a model. */
function checkTaskResult(result: string, checks: readonly TextExpectation[]): readonly StatementGrade[] {
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

async function nameFailedStep<T>(step: string, task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    throw new ModelFailure(`${step} failed. ${error.message}`, { cause: error });
  }
}

function createCaseResult(withSkill: GradedAttempt, withoutSkill: GradedAttempt, runnerName: string): CaseResult {
  const failedGrades = withSkill.grades.filter(({ passed }) => !passed);
  const output = formatOutput(withSkill, withoutSkill, runnerName);
  const measures = { withSkill: withSkill.measures, withoutSkill: withoutSkill.measures };
  if (failedGrades.length === 0) return { status: "passed", output, measures };
  const failedStatements = failedGrades.map(({ statement, evidence }) => `${statement} (${evidence})`).join("\n");
  return {
    status: "failed",
    message: `${failedGrades.length} of ${withSkill.grades.length} statements are not true of the result with the skill:\n${failedStatements}`,
    expected: withSkill.grades.map(({ statement }) => `true: ${statement}`).join("\n"),
    actual: withSkill.grades.map(({ statement, passed }) => `${passed ? "true" : "not true"}: ${statement}`).join("\n"),
    output,
    measures,
  };
}

function formatOutput(withSkill: GradedAttempt, withoutSkill: GradedAttempt, runnerName: string): string {
  const filesRead =
    withSkill.taskResult.read.length === 0 ? "nothing" : [...new Set(withSkill.taskResult.read)].join(", ");
  const calls = withSkill.measures.calls + withoutSkill.measures.calls;
  return [
    `With the skill: ${formatCount(withSkill)}. Without it: ${formatCount(withoutSkill)}. ${formatDifference(withSkill, withoutSkill)}`,
    `${runnerName} was called ${calls} times. It read these files of the skill: ${filesRead}.`,
    ...formatSection("Grades with the skill", formatGrades(withSkill)),
    ...formatSection("Grades without the skill", formatGrades(withoutSkill)),
    ...formatSection("Result with the skill", withSkill.taskResult.result),
    ...formatSection("Result without the skill", withoutSkill.taskResult.result),
  ].join("\n");
}

function formatSection(title: string, text: string): string[] {
  return ["", `--- ${title} ---`, text];
}

function formatCount({ grades }: GradedAttempt): string {
  return `${grades.filter(({ passed }) => passed).length} of ${grades.length}`;
}

function formatGrades({ grades }: GradedAttempt): string {
  return grades
    .map(({ statement, passed, evidence }) => `${passed ? "true" : "not true"}: ${statement}\n  ${evidence}`)
    .join("\n");
}

/** Describes which statements change with the skill. */
function formatDifference(withSkill: GradedAttempt, withoutSkill: GradedAttempt): string {
  const changed = withSkill.grades.flatMap((grade, index) => {
    // A result that fails a check is not graded further.
    const passedWithoutSkill = withoutSkill.grades[index]?.passed;
    return passedWithoutSkill === undefined || passedWithoutSkill === grade.passed
      ? []
      : [{ number: index + 1, gained: grade.passed }];
  });
  const numbers = (gained: boolean) =>
    changed
      .filter((change) => change.gained === gained)
      .map(({ number }) => number)
      .join(", ");
  const [gainedNumbers, lostNumbers] = [numbers(true), numbers(false)];
  if (gainedNumbers === "" && lostNumbers === "") return "The skill changes no statement.";
  const parts = [gainedNumbers && `makes true: ${gainedNumbers}`, lostNumbers && `makes untrue: ${lostNumbers}`].filter(
    (part) => part !== "",
  );
  return `The skill ${parts.join("; ")} (statements by number).`;
}
