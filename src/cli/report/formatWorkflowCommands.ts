import { escapeLogText } from "./buildLog.ts";
import { type Check, type CheckReport, isFailedCheck } from "./checkReport.ts";

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
