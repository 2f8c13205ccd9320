import type { SkillFile } from "../../../skills/skill.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import type { EvalCase } from "../../../testcases/skillCase.ts";
import type { CaseResult } from "../testPlan.ts";
import { doTaskWithoutSkill, doTaskWithSkill, type OfferedSkill, type TaskResult } from "./doTask.ts";
import { gradeTaskResult, type StatementGrade } from "./gradeTaskResult.ts";
import type { ModelClient } from "./model/modelClient.ts";
import { ModelFailure } from "./model/modelFailure.ts";

/** The most characters of a task, because a model's context is limited. */
const maxTaskLength = 400_000;

/** The task for the model, or the reason why the case cannot run. */
type EvalTask =
  | { readonly kind: "task"; readonly task: string; readonly statements: readonly string[] }
  | { readonly kind: "not run"; readonly result: CaseResult };

/** The prompt with its files, and the statements that must be true of the result. */
function createEvalTask(files: readonly SkillFile[], evalCase: EvalCase): EvalTask {
  const statements = listStatements(evalCase);
  if (statements.length === 0)
    return createSkippedTask('The case has nothing to grade. Add "assertions" or an "expected_output".');
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
  return { kind: "task", task, statements };
}

function listStatements({ assertions, expectedOutput }: EvalCase): readonly string[] {
  if (assertions.length > 0) return assertions;
  return expectedOutput?.trim() ? [`The result is as described: ${expectedOutput.trim()}`] : [];
}

function createSkippedTask(message: string): EvalTask {
  return { kind: "not run", result: { status: "skipped", message } };
}

interface GradedAttempt {
  readonly taskResult: TaskResult;
  readonly grades: readonly StatementGrade[];
  readonly calls: number;
}

/** Does a task with the skill and without it, and grades both results. With the skill, every statement must be true. */
export async function runEvalCase(
  evalCase: EvalCase,
  skill: OfferedSkill,
  model: ModelClient,
  signal: AbortSignal,
): Promise<CaseResult> {
  const evalTask = createEvalTask(skill.files, evalCase);
  if (evalTask.kind === "not run") return evalTask.result;
  const { task, statements } = evalTask;
  const failed = new AbortController();
  const stopSignal = AbortSignal.any([signal, failed.signal]);
  const runAttempt = async (name: string, doTask: () => Promise<TaskResult>): Promise<GradedAttempt> => {
    try {
      const taskResult = await nameFailedStep(`Doing the task ${name} the skill`, doTask());
      const gradeRequest = { task, expectedOutput: evalCase.expectedOutput, statements, taskResult };
      const { grades, calls } = await nameFailedStep(
        `Grading the result ${name} the skill`,
        gradeTaskResult(gradeRequest, model, stopSignal),
      );
      return { taskResult, grades, calls: taskResult.calls + calls };
    } catch (error) {
      // The calls of the other attempt would be useless.
      failed.abort(error);
      throw error;
    }
  };
  const [withSkill, withoutSkill] = await Promise.all([
    runAttempt("with", () => doTaskWithSkill(task, skill, model, stopSignal)),
    runAttempt("without", () => doTaskWithoutSkill(task, model, stopSignal)),
  ]);
  return createCaseResult(withSkill, withoutSkill, model.name);
}

async function nameFailedStep<T>(step: string, task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    throw new ModelFailure(`${step} failed. ${error.message}`, { cause: error });
  }
}

function createCaseResult(withSkill: GradedAttempt, withoutSkill: GradedAttempt, modelName: string): CaseResult {
  const failedGrades = withSkill.grades.filter(({ passed }) => !passed);
  const output = formatOutput(withSkill, withoutSkill, modelName);
  if (failedGrades.length === 0) return { status: "passed", output };
  const failedStatements = failedGrades.map(({ statement, evidence }) => `${statement} (${evidence})`).join("\n");
  return {
    status: "failed",
    message: `${failedGrades.length} of ${withSkill.grades.length} statements are not true of the result with the skill:\n${failedStatements}`,
    expected: withSkill.grades.map(({ statement }) => `true: ${statement}`).join("\n"),
    actual: withSkill.grades.map(({ statement, passed }) => `${passed ? "true" : "not true"}: ${statement}`).join("\n"),
    output,
  };
}

function formatOutput(withSkill: GradedAttempt, withoutSkill: GradedAttempt, modelName: string): string {
  const filesRead =
    withSkill.taskResult.read.length === 0 ? "nothing" : [...new Set(withSkill.taskResult.read)].join(", ");
  return [
    `With the skill: ${formatCount(withSkill)}. Without it: ${formatCount(withoutSkill)}. ${formatDifference(withSkill, withoutSkill)}`,
    `${modelName} was called ${withSkill.calls + withoutSkill.calls} times. It read these files of the skill: ${filesRead}.`,
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
