import * as l10n from "@vscode/l10n";
import type { AnswerDifference, RehearsedCall } from "../../../contract/routes/previewRoutes.ts";
import { formatFirstToolChanges } from "../../../surface/formatToolChange.ts";
import { formatCount, formatQuantity } from "../../../text/language/formatQuantity.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";
import type { NoticedChanges } from "./readNoticedChanges.ts";

interface Rehearsal {
  /** The server and the version. */
  readonly called: string;
  readonly calls: readonly RehearsedCall[];
  readonly noticed: NoticedChanges;
}

type Counts = Readonly<Record<RehearsedCall["outcome"], number>>;

export function countRehearsedCalls(calls: readonly RehearsedCall[]): Counts {
  const counts = { same: 0, differs: 0, fails: 0, skipped: 0 };
  for (const { outcome } of calls) counts[outcome] += 1;
  return counts;
}

const mostShown = 20;
const mostChanges = 50;
const longestArguments = 300;

/** The page of a rehearsal in Markdown: tools with failures first, then those with differences. */
export function formatRehearsal({ called, calls, noticed }: Rehearsal): string {
  const tools = [...Map.groupBy(calls, ({ tool }) => tool)].toSorted(([, one], [, other]) => rank(other) - rank(one));
  const lines = [
    `# ${escapeText(l10n.t`Rehearsal of ${called}`)}`,
    ...formatParagraph(formatCounts(countRehearsedCalls(calls))),
    ...formatParagraph(formatCases(calls)),
    ...["", `## ${escapeText(l10n.t("Noticed without a call"))}`, "", ...formatNoticed(noticed).map(toItem)],
    ...tools.flatMap(([tool, own]) => formatTool(tool, own)),
  ];
  return `${lines.join("\n")}\n`;
}

/** undefined: the calls were recorded. */
function formatCases(calls: readonly RehearsedCall[]): string | undefined {
  const made = calls.filter((call) => call.case !== undefined && call.outcome !== "skipped");
  const count = formatQuantity(made.length, l10n.t("test case"), l10n.t("test cases"));
  return made.length > 0 ? l10n.t`No calls of the live version were recorded. Called instead: ${count}.` : undefined;
}

function formatNoticed({ changes, skills, tokens }: NoticedChanges): readonly string[] {
  const tools = changes
    ? formatFirstToolChanges(changes, mostChanges)
    : [l10n.t("Whether the tools changed is not known.")];
  return [
    ...(tools.length > 0 ? tools : [l10n.t("The tools are the same.")]),
    ...skills,
    ...(tokens ? [formatTokens(formatCount(tokens.live), formatCount(tokens.preview))] : []),
  ];
}

const formatTokens = (live: string, preview: string) =>
  live === preview
    ? l10n.t`The list of tools costs an agent about ${live} tokens, as before.`
    : l10n.t`The list of tools costs an agent about ${preview} tokens, before ${live}.`;

const escapeText = (text: string) => escapeMarkdown(toVisibleText(text));
const toItem = (text: string) => `- ${escapeText(text)}`;
const formatParagraph = (text: string | undefined) => (text ? ["", escapeText(text)] : []);

function rank(calls: readonly RehearsedCall[]): number {
  const { fails, differs } = countRehearsedCalls(calls);
  return fails * 1_000_000 + differs;
}

const formatCounts = ({ same, differs, fails, skipped }: Counts) =>
  l10n.t`${same} same, ${differs} different, ${fails} failed, ${skipped} not made.`;

function formatTool(tool: string, calls: readonly RehearsedCall[]): readonly string[] {
  const shown = calls.filter(({ outcome }) => outcome === "fails" || outcome === "differs");
  const unstable = [...new Set(calls.flatMap((call) => call.unstable))];
  const reasons = Map.groupBy(
    calls.filter(({ outcome }) => outcome === "skipped"),
    ({ reason = "" }) => reason,
  );
  const more = shown.length - mostShown;
  const isReplayed = calls.some(({ replayed }) => replayed);
  const aside = unstable.join(", ");
  return [
    ...["", `## ${escapeText(tool)}`, "", escapeText(formatCounts(countRehearsedCalls(calls)))],
    ...formatParagraph(
      isReplayed ? l10n.t("Calls that may change data met the recorded answers of the API, not the API.") : undefined,
    ),
    ...formatParagraph(aside && l10n.t`Set aside, because it differs between two calls of the live version: ${aside}`),
    ...["", ...shown.slice(0, mostShown).flatMap(formatCall)],
    ...(more > 0 ? [toItem(l10n.t`and ${more} more`)] : []),
    ...[...reasons].map(([reason, { length }]) => toItem(l10n.t`${length} not made: ${reason}`)),
  ];
}

function formatCall(call: RehearsedCall): readonly string[] {
  const { outcome, reason, differences } = call;
  const given = formatInput(call);
  const what = outcome === "fails" ? l10n.t`${given} fails: ${reason ?? ""}` : l10n.t`${given} differs:`;
  return [toItem(what), ...differences.map((one) => `  ${toItem(formatDifference(one))}`)];
}

/** What a tool is called with, cut. */
function formatInput({ arguments: input = "", case: name }: RehearsedCall): string {
  const given = input.length > longestArguments ? `${input.slice(0, longestArguments)}…` : input;
  return name === undefined ? given : `${name} ${given}`;
}

/** A call that fails or differs, in a list of them. */
export const describeRehearsedCall = (call: RehearsedCall) => ({
  label: toVisibleText(`${call.tool} ${formatInput(call)}`),
  detail: toVisibleText(call.reason ?? call.differences.map(formatDifference).join("; ")),
});

function formatDifference({ path, live, preview }: AnswerDifference): string {
  if (live === undefined) return l10n.t`${path} is new: ${preview ?? ""}`;
  return preview === undefined ? l10n.t`${path} is gone: ${live}` : `${path}: ${live} → ${preview}`;
}
