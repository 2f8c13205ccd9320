import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { parseServerReference } from "../skills/serverReference.ts";
import { readCaseItems } from "./readCaseItems.ts";
import { textExpectationSchema } from "./textExpectation.ts";

const statements = z.array(z.union([z.string().min(1), z.looseObject({ text: z.string().min(1) })]));

const evalSchema = z.looseObject({
  id: z
    .union([z.int(), z.string().min(1).max(200)])
    .optional()
    .describe("Unique in the file: a number, or a short name."),
  name: z.string().max(200).optional().describe("A short description of the case."),
  prompt: z.string().min(1).max(100_000).describe("The task, as a user would write it."),
  expected_output: z.string().optional().describe("A description of a good result."),
  files: z
    .array(z.string().min(1).max(500))
    .optional()
    .describe("Files given with the task, relative to the skill's folder."),
  server: z
    .string()
    .refine((text) => parseServerReference(text) !== undefined, {
      error: () => l10n.t("It names no version of a server. Write it like pets@1.2.0."),
    })
    .optional()
    .describe("The server whose tools the task may use, and its exact version, such as `pets@1.2.0`."),
  checks: z
    .array(textExpectationSchema)
    .optional()
    .describe("What the result's text must be, contain or match. It is compared without a model, before any grading."),
  assertions: statements
    .optional()
    .describe("Statements that must be true for the result; each one is graded separately."),
  expectations: statements.optional().describe("The same as `assertions`, as other tools spell it."),
});

/** `evals/evals.json`: https://agentskills.io/skill-creation/evaluating-skills */
export const evalFileSchema = z
  .looseObject({
    skill_name: z.string().optional().describe("The name of the skill, as in its front matter."),
    evals: z.array(evalSchema).describe("The tasks."),
  })
  .describe("Tasks that a model does with and without the skill. The results are graded.");

type EvalEntry = z.output<typeof evalSchema>;

export const readEvalFile = (content: string) =>
  readCaseItems(content, evalSchema, {
    key: "evals",
    needsKey: true,
    otherwise: l10n.t('The file should hold "skill_name" and a list "evals".'),
  });

/** Merges both spellings and removes duplicates. */
export function listEvalStatements({ assertions = [], expectations = [] }: EvalEntry): string[] {
  return [
    ...new Set(
      [...assertions, ...expectations].map((statement) => (typeof statement === "string" ? statement : statement.text)),
    ),
  ];
}
