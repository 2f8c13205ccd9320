import * as l10n from "@vscode/l10n";
import { isBreaking } from "../../../../surface/compareSurfaces.ts";
import { formatToolChange } from "../../../../surface/formatToolChange.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import { formatCount, formatQuantity } from "../../../../text/language/formatQuantity.ts";
import type { PromptChoice } from "../../../base/ports.ts";
import type { ChangedTool, ToolDifference } from "../../model/document/toolDifference.ts";

/** The document shows all. */
const mostRows = 50;

/** The tools that a generation adds, changes and removes, and the new operations that can be chosen. */
export function listDifferenceChoices({
  added,
  changed,
  removed,
  offered,
}: ToolDifference): readonly PromptChoice<"show" | "choose">[] {
  return [
    ...listTools(l10n.t("New"), "diff-added", added),
    ...listTools(l10n.t("Changed"), "diff-modified", changed),
    ...listTools(l10n.t("Gone"), "diff-removed", removed),
    ...limitRows(offered, (filter) => ({ label: filter, icon: "circle-outline", value: "choose" as const })).map(
      (row) => ({ ...row, heading: l10n.t("New in the document, not chosen") }),
    ),
  ];
}

function listTools(heading: string, icon: string, tools: readonly ChangedTool[]): PromptChoice<"show">[] {
  const rows = limitRows(tools, ({ name, operation, changes }) => {
    const [first, ...others] = changes;
    const more = formatQuantity(others.length, l10n.t("more change"), l10n.t("more changes"));
    return {
      label: name,
      icon: isBreaking(first) ? "warning" : icon,
      value: "show" as const,
      description: joinTextParts(operation, isBreaking(first) ? l10n.t("breaks callers") : undefined),
      detail: joinTextParts(formatToolChange(first), others.length > 0 ? more : undefined),
    };
  });
  return rows.map((row) => ({ ...row, heading }));
}

function limitRows<T, V>(items: readonly T[], toRow: (item: T) => PromptChoice<V>): PromptChoice<V>[] {
  const rows = items.slice(0, mostRows).map(toRow);
  const [first] = rows;
  const more = items.length - rows.length;
  return first && more > 0
    ? [...rows, { label: l10n.t`and ${formatCount(more)} more`, icon: "ellipsis", value: first.value }]
    : rows;
}
