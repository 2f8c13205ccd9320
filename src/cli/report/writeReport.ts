import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import type { CheckReport } from "./checkReport.ts";
import { formatJunit } from "./formatJunit.ts";
import { formatSummary } from "./formatSummary.ts";
import { formatWorkflowCommands } from "./formatWorkflowCommands.ts";

/** The options of the commands that check something. */
export const reportShape = {
  junit: z
    .string()
    .optional()
    .meta({ title: "FILE", description: "A file to write the results to, in the XML of JUnit." }),
  github: z.boolean().default(false).describe("Also print problems as workflow commands, which GitHub shows on lines."),
  summary: z
    .string()
    .optional()
    .meta({ title: "FILE", description: "A file to add the results to in Markdown, such as $GITHUB_STEP_SUMMARY." }),
};

/** What says where the output of any command goes. */
export const outputShape = { ...reportShape, json: z.boolean().default(false) };

interface ReportOutput {
  readonly cwd: string;
  readonly mask: (text: string) => string;
  readonly writeOutput: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** Writes a report where the options say. GitHub reads both streams, and `--json` has the first for itself. */
export async function writeReport(
  unmasked: CheckReport,
  { junit, github, summary, json }: z.output<z.ZodObject<typeof outputShape>>,
  { cwd, mask, writeOutput, writeError }: ReportOutput,
): Promise<void> {
  const { title, checks } = unmasked;
  const hidden = checks.map((check) => ({ ...check, name: mask(check.name), message: mask(check.message) }));
  const report = { title: mask(title), checks: hidden };
  if (github) for (const line of formatWorkflowCommands(report)) (json ? writeError : writeOutput)(`${line}\n`);
  // Empty is the value of a variable that is not set.
  if (junit) await writeFile(await prepareFile(cwd, junit), formatJunit(report));
  if (summary) await appendFile(await prepareFile(cwd, summary), `${formatSummary(report)}\n`);
}

async function prepareFile(cwd: string, name: string): Promise<string> {
  const file = resolve(cwd, name);
  await mkdir(dirname(file), { recursive: true });
  return file;
}
