import * as z from "zod";
import { createYamlProblem, readYamlDocument, type YamlProblem } from "../text/position/yamlDocument.ts";
import { isRecord } from "../text/record.ts";
import { type CaseItem, readCaseItems } from "./readCaseItems.ts";
import { textExpectationSchema } from "./textExpectation.ts";

const scriptCaseSchema = z.strictObject({
  name: z.string().min(1).max(200).describe("What the case shows, in a few words; unique in the file."),
  script: z
    .string()
    .min(1)
    .max(500)
    .describe(
      "The script, relative to the skill's folder: `scripts/trim.mjs`. JavaScript is run; other languages are skipped.",
    ),
  args: z.array(z.coerce.string()).default([]).describe("Its arguments."),
  stdin: z.string().default("").describe("What it reads from its standard input."),
  expect: z
    .strictObject({
      exitCode: z.int().min(0).max(255).default(0).describe("How it must end; 0 where nothing is said."),
      stdout: textExpectationSchema.optional().describe("What it must write to its standard output."),
      stderr: textExpectationSchema.optional().describe("What it must write to its standard error."),
    })
    .default({ exitCode: 0 })
    .describe("How it must end and what it must write."),
  timeoutMs: z.int().min(1).max(600_000).optional().describe("The longest it may take, in milliseconds."),
});

/** `evals/scripts.yaml`, `.yml` or `.json`: bundled scripts, run with given input. */
export const scriptFileSchema = z
  .union([z.array(scriptCaseSchema), z.strictObject({ cases: z.array(scriptCaseSchema) })])
  .describe("Cases of a skill's bundled scripts: each is run with given input and its output compared.");

export type ScriptEntry = z.output<typeof scriptCaseSchema>;

export function readScriptFile(content: string): {
  items: readonly CaseItem<ScriptEntry>[];
  problems: readonly YamlProblem[];
} {
  const text = readYamlDocument(content);
  if (text.problems.length > 0) return { items: [], problems: text.problems };
  if (isRecord(text.value) && "cases" in text.value)
    return readCaseItems(text, ["cases"], text.value.cases, scriptCaseSchema);
  if (Array.isArray(text.value)) return readCaseItems(text, [], text.value, scriptCaseSchema);
  return { items: [], problems: [createYamlProblem(text, [], "The file should hold a list of cases.")] };
}
