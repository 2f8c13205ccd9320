import type { Check, CheckReport } from "./checkReport.ts";

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
