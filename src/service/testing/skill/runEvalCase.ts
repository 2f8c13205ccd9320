import type { SkillFile } from "../../../skills/skill.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import type { EvalCase } from "../../../testcases/skillCase.ts";
import type { CaseResult } from "../testPlan.ts";
import { doTaskWithoutSkill, doTaskWithSkill, type OfferedSkill, type TaskResult } from "./doTask.ts";
import { gradeTaskResult, type StatementGrade } from "./gradeTaskResult.ts";
import type { ModelClient } from "./model/modelClient.ts";
import { ModelFailure } from "./model/modelFailure.ts";

/** A model's room is not endless. */
const mostText = 400_000;

/** What a model is asked, or why it cannot be. */
type EvalTask =
  | { readonly kind: "task"; readonly task: string; readonly statements: readonly string[] }
  | { readonly kind: "not run"; readonly result: CaseResult };

/** The prompt with its files, and what is to be true of the result. */
function createEvalTask(files: readonly SkillFile[], wanted: EvalCase): EvalTask {
  const statements = statementsOf(wanted);
  if (statements.length === 0)
    return skipped('There is nothing to grade: give the case "assertions", or an "expected_output".');
  const given: string[] = [];
  for (const path of wanted.files) {
    const file = files.find((one) => one.path === path) ?? files.find((one) => one.path === `evals/${path}`);
    if (!file) {
      const message = `The case's file "${path}" is not among the skill's files.`;
      return { kind: "not run", result: { status: "errored", message } };
    }
    const { text, sound } = decodeSkillFile(file);
    if (!sound) return skipped(`The case's file "${path}" is no text: a model cannot be given it here.`);
    given.push(`File ${file.path}:\n\n${text}`);
  }
  const task = [wanted.prompt, ...given].join("\n\n");
  if (task.length > mostText)
    return skipped(`The case's prompt and files have ${task.length} characters; no more than ${mostText} are sent.`);
  return { kind: "task", task, statements };
}

function statementsOf({ assertions, expectedOutput }: EvalCase): readonly string[] {
  if (assertions.length > 0) return assertions;
  return expectedOutput?.trim() ? [`The result is as described: ${expectedOutput.trim()}`] : [];
}

function skipped(message: string): EvalTask {
  return { kind: "not run", result: { status: "skipped", message } };
}

interface Side {
  readonly done: TaskResult;
  readonly grades: readonly StatementGrade[];
  readonly calls: number;
}

/** Does a task with the skill and without it, and grades both; with it, every statement has to be true. */
export async function runEvalCase(
  wanted: EvalCase,
  skill: OfferedSkill,
  model: ModelClient,
  signal: AbortSignal,
): Promise<CaseResult> {
  const asked = createEvalTask(skill.files, wanted);
  if (asked.kind === "not run") return asked.result;
  const { task, statements } = asked;
  const failed = new AbortController();
  const both = AbortSignal.any([signal, failed.signal]);
  const side = async (name: string, doTask: () => Promise<TaskResult>): Promise<Side> => {
    try {
      const done = await named(`Doing the task ${name} the skill`, doTask());
      const order = { task, expectedOutput: wanted.expectedOutput, statements, done };
      const { grades, calls } = await named(
        `Grading the result ${name} the skill`,
        gradeTaskResult(order, model, both),
      );
      return { done, grades, calls: done.calls + calls };
    } catch (error) {
      // The other side's calls would be for nothing.
      failed.abort(error);
      throw error;
    }
  };
  const [having, lacking] = await Promise.all([
    side("with", () => doTaskWithSkill(task, skill, model, both)),
    side("without", () => doTaskWithoutSkill(task, model, both)),
  ]);
  return judged(having, lacking, model.name);
}

async function named<T>(step: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    throw new ModelFailure(`${step} failed. ${error.message}`, { cause: error });
  }
}

function judged(having: Side, lacking: Side, modelName: string): CaseResult {
  const untrue = having.grades.filter(({ passed }) => !passed);
  const output = outputText(having, lacking, modelName);
  if (untrue.length === 0) return { status: "passed", output };
  const first = untrue.map(({ statement, evidence }) => `${statement} (${evidence})`).join("\n");
  return {
    status: "failed",
    message: `${untrue.length} of ${having.grades.length} statements are not true of the result with the skill:\n${first}`,
    expected: having.grades.map(({ statement }) => `true: ${statement}`).join("\n"),
    actual: having.grades.map(({ statement, passed }) => `${passed ? "true" : "not true"}: ${statement}`).join("\n"),
    output,
  };
}

function outputText(having: Side, lacking: Side, modelName: string): string {
  const read = having.done.read.length === 0 ? "nothing" : [...new Set(having.done.read)].join(", ");
  return [
    `With the skill: ${countText(having)}. Without it: ${countText(lacking)}. ${differenceText(having, lacking)}`,
    `${modelName} was called ${having.calls + lacking.calls} times. Of the skill it read: ${read}.`,
    ...section("Grades with the skill", gradesText(having)),
    ...section("Grades without the skill", gradesText(lacking)),
    ...section("Result with the skill", having.done.result),
    ...section("Result without the skill", lacking.done.result),
  ].join("\n");
}

function section(title: string, text: string): string[] {
  return ["", `--- ${title} ---`, text];
}

function countText({ grades }: Side): string {
  return `${grades.filter(({ passed }) => passed).length} of ${grades.length}`;
}

function gradesText({ grades }: Side): string {
  return grades
    .map(({ statement, passed, evidence }) => `${passed ? "true" : "not true"}: ${statement}\n  ${evidence}`)
    .join("\n");
}

/** What changes with the skill, statement by statement. */
function differenceText(having: Side, lacking: Side): string {
  const changed = having.grades.flatMap((grade, index) => {
    const before = lacking.grades[index]?.passed;
    return before === undefined || before === grade.passed ? [] : [{ number: index + 1, gained: grade.passed }];
  });
  const numbers = (gained: boolean) =>
    changed
      .filter((one) => one.gained === gained)
      .map(({ number }) => number)
      .join(", ");
  const [won, lost] = [numbers(true), numbers(false)];
  if (won === "" && lost === "") return "The skill makes no difference to any statement.";
  const parts = [won && `makes true: ${won}`, lost && `makes untrue: ${lost}`].filter((part) => part !== "");
  return `The skill ${parts.join("; ")} (statements by number).`;
}
