import * as l10n from "@vscode/l10n";
import { formatChangedTool, formatToolChange } from "../../../surface/formatToolChange.ts";
import { type ChangeSeverity, changeSeverities, type SurfaceChange } from "../../../surface/surfaceChange.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import { toVisibleText } from "../../../text/toVisibleText.ts";

const headings: Readonly<Record<ChangeSeverity, string>> = {
  breaking: l10n.t("Breaking: calls that worked may fail, or get what they do not expect"),
  risky: l10n.t("Risky: calls are still valid, but may do something else"),
  compatible: l10n.t("Compatible"),
};

export interface ComparedVersions {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The changes between the tools of two versions as Markdown, grouped by what they mean for callers, then by tool. */
export function formatToolChanges(
  { name, before, after }: ComparedVersions,
  changes: readonly SurfaceChange[],
): string {
  const title = l10n.t`Tools of ${name}: ${before} → ${after}`;
  const groups = changeSeverities.flatMap((severity) => {
    const found = changes.filter((change) => change.severity === severity);
    return found.length === 0
      ? []
      : ["", `## ${escapeMarkdown(`${headings[severity]} (${found.length})`)}`, ...formatTools(found)];
  });
  const lines = groups.length === 0 ? ["", escapeMarkdown(l10n.t("The tools are the same."))] : groups;
  return `${[`# ${escapeMarkdown(title)}`, ...lines].join("\n")}\n`;
}

function formatTools(changes: readonly SurfaceChange[]): string[] {
  const byTool = Map.groupBy(changes, formatChangedTool);
  return [...byTool].flatMap(([tool, own]) => [
    ...["", `### ${escapeText(tool)}`, ""],
    ...own.flatMap((one) => [`- ${escapeText(formatToolChange(one))}`, ...formatTexts(one)]),
  ]);
}

const escapeText = (text: string) => escapeMarkdown(toVisibleText(text));
const tooLong = /^(.{1000}).+$/s;

/** What agents read, before and after. */
function formatTexts({ kind, keyword, before, after }: SurfaceChange): string[] {
  if (kind !== "changed" || (keyword !== "description" && keyword !== "title")) return [];
  const shorten = (text: unknown = "") => escapeText(String(text).replace(tooLong, "$1…"));
  return [`  - ${l10n.t("Before:")} ${shorten(before)}`, `  - ${l10n.t("Now:")} ${shorten(after)}`];
}

export function formatBreakingCount(changes: readonly SurfaceChange[]): string {
  return formatQuantity(changes.length, l10n.t("breaking change"), l10n.t("breaking changes"));
}
