import type { TestCase } from "../../contract/testRuns.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";
import { unknownStateText } from "../foundation/statedValue.ts";
import { formatMilliseconds } from "./formatRun.ts";

/** More than a person reads, and than a terminal shows well. */
const mostCharacters = 100_000;
const marks = { passed: "✓", failed: "✗", errored: "!", skipped: "-" } as const;

/** What the Test Results show of a case that is over. Lines end as a terminal wants it. */
export function formatCaseOutput(test: TestCase): string {
  const { name, status, durationMs, message, output } = test;
  if (status === "queued" || status === "running") return "";
  const time = durationMs === null ? "" : ` (${formatMilliseconds(durationMs)})`;
  const stated = unknownStateText(test);
  const state = stated ?? (status === "skipped" ? status : undefined);
  const head = `${stated === undefined ? marks[status] : "?"} ${name}${time}${state === undefined ? "" : `: ${state}`}`;
  return toTerminalText([head, ...indented(message), ...indented(output)].join("\n"));
}

export function toTerminalText(text: string): string {
  return `${toVisibleText(withoutControls(truncateOutput(text))).replaceAll(/\r*\n/g, "\r\n")}\r\n`;
}

/** What was tested must not steer the terminal: its control characters are shown instead. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: just these are looked for.
  return text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (found) => String.fromCharCode(0x2400 + found.charCodeAt(0)));
}

function indented(text: string | null): readonly string[] {
  return text
    ? truncateOutput(text.trimEnd())
        .split(/\r?\n/)
        .map((line) => `    ${line}`)
    : [];
}

export function truncateOutput(text: string): string {
  if (text.length <= mostCharacters) return text;
  const left = (text.length - mostCharacters).toLocaleString("en-US");
  return `${text.slice(0, mostCharacters)}\n... ${left} characters more: open the run's document or its JSON to read them`;
}
