import * as l10n from "@vscode/l10n";
import type { AnswerDifference, RehearsedCall } from "../../../contract/routes/previewRoutes.ts";
import type { DeploymentToolChanges } from "../../../surface/compareWithLiveVersion.ts";
import { formatFirstToolChanges } from "../../../surface/formatToolChange.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";

interface Rehearsal {
  /** The server and the version. */
  readonly called: string;
  readonly calls: readonly RehearsedCall[];
  /** What callers notice without a call. */
  readonly changes: DeploymentToolChanges | undefined;
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
export function formatRehearsal({ called, calls, changes }: Rehearsal): string {
  const tools = [...Map.groupBy(calls, ({ tool }) => tool)].toSorted(([, one], [, other]) => rank(other) - rank(one));
  const notices = changes?.kind === "breaking" ? formatFirstToolChanges(changes.changes, mostChanges) : [];
  const skills = changes?.kind === "breaking" ? changes.skills : [];
  const lines = [
    `# ${escapeText(l10n.t`Rehearsal of ${called}`)}`,
    "",
    escapeText(formatCounts(countRehearsedCalls(calls))),
    ...(notices.length + skills.length > 0
      ? ["", `## ${escapeText(l10n.t("Noticed without a call"))}`, "", ...[...notices, ...skills].map(toItem)]
      : []),
    ...tools.flatMap(([tool, own]) => formatTool(tool, own)),
  ];
  return `${lines.join("\n")}\n`;
}

const escapeText = (text: string) => escapeMarkdown(toVisibleText(text));
const toItem = (text: string) => `- ${escapeText(text)}`;

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
  return [
    ...["", `## ${escapeText(tool)}`, "", escapeText(formatCounts(countRehearsedCalls(calls)))],
    ...(calls.some(({ replayed }) => replayed)
      ? ["", escapeText(l10n.t("Calls that may change data met the recorded answers of the API, not the API."))]
      : []),
    ...(unstable.length > 0
      ? [
          "",
          escapeText(
            l10n.t`Set aside, because it differs between two calls of the live version: ${unstable.join(", ")}`,
          ),
        ]
      : []),
    ...["", ...shown.slice(0, mostShown).flatMap(formatCall)],
    ...(more > 0 ? [toItem(l10n.t`and ${more} more`)] : []),
    ...[...reasons].map(([reason, { length }]) => toItem(l10n.t`${length} not made: ${reason}`)),
  ];
}

function formatCall({ outcome, arguments: input = "", reason, differences }: RehearsedCall): readonly string[] {
  const given = input.length > longestArguments ? `${input.slice(0, longestArguments)}…` : input;
  const what = outcome === "fails" ? l10n.t`${given} fails: ${reason ?? ""}` : l10n.t`${given} differs:`;
  return [toItem(what), ...differences.map((one) => `  ${toItem(formatDifference(one))}`)];
}

function formatDifference({ path, live, preview }: AnswerDifference): string {
  if (live === undefined) return l10n.t`${path} is new: ${preview ?? ""}`;
  return preview === undefined ? l10n.t`${path} is gone: ${live}` : `${path}: ${live} → ${preview}`;
}
