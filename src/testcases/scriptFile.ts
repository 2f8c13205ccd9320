import * as l10n from "@vscode/l10n";
import * as z from "zod";
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
