import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { parseServerReference } from "../skills/serverReference.ts";
import type { YamlProblem } from "../text/position/yamlDocument.ts";
import { readCaseItems } from "./readCaseItems.ts";
import { textExpectationSchema } from "./textExpectation.ts";

const scriptCaseSchema = z.strictObject({
  name: z.string().min(1).max(200).describe(l10n.t("A short description of the case; unique in the file.")),
  script: z
    .string()
    .min(1)
    .max(500)
    .describe(
      l10n.t(
        "The script, relative to the skill's folder: `scripts/trim.mjs`. Only JavaScript runs; other languages are skipped.",
      ),
    ),
  args: z.array(z.coerce.string()).default([]).describe(l10n.t("The arguments of the script.")),
  stdin: z.string().default("").describe(l10n.t("The standard input of the script.")),
  expect: z
    .strictObject({
      exitCode: z.int().min(0).max(255).default(0).describe(l10n.t("The expected exit code; 0 by default.")),
      stdout: textExpectationSchema.optional().describe(l10n.t("The expected standard output.")),
      stderr: textExpectationSchema.optional().describe(l10n.t("The expected standard error output.")),
    })
    .default({ exitCode: 0 })
    .describe(l10n.t("The expected exit code and output.")),
  timeoutMs: z.int().min(1).max(600_000).optional().describe(l10n.t("The time limit in milliseconds.")),
});

/** A bundled script, run with given input, its output compared. */
export type ScriptCase = Omit<z.output<typeof scriptCaseSchema>, "name">;

/** `evals/scripts.yaml`, `.yml` or `.json`: cases that run bundled scripts with given input. */
export const scriptFileSchema = z
  .union([z.array(scriptCaseSchema), z.strictObject({ cases: z.array(scriptCaseSchema) })])
  .describe(
    l10n.t("Cases of a skill's bundled scripts: each one runs a script with given input and compares its output."),
  );

export const readScriptFile = (content: string) =>
  readCaseItems(content, scriptCaseSchema, {
    key: "cases",
    otherwise: l10n.t("The file should hold a list of cases."),
  });

const querySchema = z.looseObject({
  query: z.string().min(1).max(20_000).describe("What a user might ask, as they would write it."),
  should_trigger: z.boolean().describe("Whether the skill is the right one for it."),
});

/** `eval_queries.json` or `evals/eval_queries.json`: https://agentskills.io/skill-creation/optimizing-descriptions */
export const queryFileSchema = z
  .array(querySchema)
  .describe("Queries that must, or must not, make an agent pick the skill by its name and description.");

/** Some collections wrap the list. */
export const readQueryFile = (content: string) =>
  readCaseItems(content, querySchema, {
    key: "queries",
    otherwise: l10n.t("The file should hold a list of queries."),
  });

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

/** The case files of a skill, relative to its folder. */
export const scriptCasePaths = ["evals/scripts.yaml", "evals/scripts.yml", "evals/scripts.json"] as const;
export const queryCasePaths = ["eval_queries.json", "evals/eval_queries.json"] as const;
export const evalCasePaths = ["evals/evals.json"] as const;

const readers = new Map<string, (text: string) => { readonly problems: readonly YamlProblem[] }>([
  ...scriptCasePaths.map((path) => [path, readScriptFile] as const),
  ...queryCasePaths.map((path) => [path, readQueryFile] as const),
  ...evalCasePaths.map((path) => [path, readEvalFile] as const),
]);

/** Returns the problems of a skill's case file; none if the path, relative to the skill's folder, is not that of a case file. */
export function findCaseFileProblems(path: string, text: string): readonly YamlProblem[] {
  return readers.get(path)?.(text).problems ?? [];
}
