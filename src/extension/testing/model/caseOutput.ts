import * as l10n from "@vscode/l10n";
import { knownState } from "../../../contract/received.ts";
import type { TestCase } from "../../../contract/testRuns.ts";
import { locale } from "../../../text/language/locale.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import { formatState } from "../../base/serviceState.ts";
import { formatMilliseconds } from "./formatRun.ts";

/** The limit of a readable terminal output. */
const mostCharacters = 100_000;
const marks = { passed: "✓", failed: "✗", errored: "!", skipped: "-" } as const;

/** The output of a finished case for the Test Results view, with terminal line endings. */
export function formatCaseOutput(test: TestCase): string {
  const { name, status, durationMs, message, expected, output } = test;
  if (status === "queued" || status === "running") return "";
  const took = formatMilliseconds(durationMs);
  const known = knownState(status);
  const state = known === undefined || known === "skipped" ? formatState(status) : undefined;
  const head = `${known === undefined ? "?" : marks[known]} ${name}${took ? ` (${took})` : ""}${state ? `: ${state}` : ""}`;
  // What came instead is in the output.
  const wanted = status === "failed" && expected ? `--- ${l10n.t("expected")} ---\n${expected}` : undefined;
  return toTerminalText([head, ...indented(message), ...indented(wanted), ...indented(output)].join("\n"));
}

export function toTerminalText(text: string): string {
  return `${toVisibleText(withoutControls(truncateOutput(text))).replaceAll(/\r*\n/g, "\r\n")}\r\n`;
}

/** Escapes control characters, because the tested output must not control the terminal. */
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: just these are looked for.
  return text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, (found) => String.fromCharCode(0x2400 + found.charCodeAt(0)));
}

function indented(text: string | null | undefined): readonly string[] {
  return text
    ? truncateOutput(text.trimEnd())
        .split(/\r?\n/)
        .map((line) => `    ${line}`)
    : [];
}

export function truncateOutput(text: string): string {
  if (text.length <= mostCharacters) return text;
  const left = (text.length - mostCharacters).toLocaleString(locale);
  const more = l10n.t`... ${left} characters more: open the run's document or its JSON to read them`;
  return `${text.slice(0, mostCharacters)}\n${more}`;
}
