import type { EvalCase, SkillFile } from "../../../skills/skill.ts";
import { decodeSkillFile } from "../../../skills/skillFile.ts";
import type { CaseResult } from "../testPlan.ts";

/** A model's room is not endless. */
const mostText = 400_000;

/** What a model is asked, or why it cannot be. */
export type EvalTask =
  | { readonly kind: "task"; readonly task: string; readonly statements: readonly string[] }
  | { readonly kind: "not run"; readonly result: CaseResult };

/** The prompt with its files, and what is to be true of the result. */
export function createEvalTask(files: readonly SkillFile[], wanted: EvalCase): EvalTask {
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
