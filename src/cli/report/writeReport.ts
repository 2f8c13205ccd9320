import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import { escapeMarkdown } from "../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownTable } from "../../text/markdown/formatMarkdownTable.ts";
import { escapeLogText } from "./buildLog.ts";
import { type Check, type CheckReport, formatCounts, formatPlace, isFailedCheck } from "./checkReport.ts";

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

/** GitHub shows no summary of more than a megabyte. */
const mostRows = 1000;

/** A report as a section of Markdown. What passed and says nothing is only counted. */
export function formatSummary(report: CheckReport): string {
  const listed = report.checks.filter(({ status, message }) => status !== "passed" || message !== "");
  const rows = listed
    .slice(0, mostRows)
    .map(({ label, name, message, place }) => [label, name, message, place ? formatPlace(place) : ""]);
  const left = listed.length - rows.length;
  return [
    `## ${escapeMarkdown(report.title)}`,
    "",
    formatCounts(report),
    "",
    ...(rows.length > 0 ? formatMarkdownTable(["Result", "What", "Why", "Where"], rows) : []),
    ...(left > 0 ? [`${left} more are not listed.`, ""] : []),
  ].join("\n");
}

/** The problems of a report as commands that GitHub reads in the output of a workflow. */
export function formatWorkflowCommands({ checks }: CheckReport): readonly string[] {
  const problems = checks.filter((check) => isFailedCheck(check) || check.status === "warning");
  return problems.map(formatCommand);
}

function formatCommand(check: Check): string {
  const { label, name, message, place } = check;
  const properties = { ...(place && { file: place.file, line: place.line }), title: `${label}: ${name}` };
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  const command = isFailedCheck(check) ? "error" : "warning";
  return `::${command} ${written.join(",")}::${escapeData(message === "" ? name : message)}`;
}

/** Percent first, because the others become percents. */
const escapeData = (text: string) =>
  escapeLogText(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

const escapeProperty = (text: string) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

/** A report in the XML that build servers read. A warning is passed, with its text as output. */
export function formatJunit({ title, checks }: CheckReport): string {
  const groups = [...Map.groupBy(checks, ({ group }) => group)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${formatAttributes({ name: title, ...countChecks(checks) })}>`,
    ...groups.flatMap(([group, own]) => [
      `  <testsuite${formatAttributes({ name: group, ...countChecks(own) })}>`,
      ...own.map(formatCase),
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function countChecks(checks: readonly Check[]) {
  const count = (status: Check["status"]) => checks.filter((check) => check.status === status).length;
  return {
    tests: checks.length,
    failures: count("failed"),
    errors: count("errored"),
    skipped: count("skipped"),
    time: formatSeconds(checks.reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)),
  };
}

function formatCase(check: Check): string {
  const { group, name, place, durationMs = 0 } = check;
  const attributes = { classname: group, name, file: place?.file, line: place?.line, time: formatSeconds(durationMs) };
  return `    <testcase${formatAttributes(attributes)}>${formatOutcome(check)}</testcase>`;
}

function formatOutcome({ status, message }: Check): string {
  const attributes = formatAttributes({ message });
  if (status === "skipped") return `<skipped${attributes}/>`;
  if (status === "failed") return `<failure${attributes}>${escapeXml(message)}</failure>`;
  if (status === "errored") return `<error${attributes}>${escapeXml(message)}</error>`;
  return message === "" ? "" : `<system-out>${escapeXml(message)}</system-out>`;
}

const formatSeconds = (ms: number) => (ms / 1000).toFixed(3);

function formatAttributes(attributes: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`).join("");
}

/** What XML 1.0 does not allow in any form, halves of surrogate pairs among it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches them.
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

function escapeXml(text: string): string {
  return text
    .replaceAll(forbidden, "\ufffd")
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
}
