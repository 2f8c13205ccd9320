import * as l10n from "@vscode/l10n";
import type { DocumentComparison } from "../../../../generator/compareWithVersion.ts";
import type { ChangeKind, SurfaceChange } from "../../../../surface/surfaceChange.ts";
import { formatList } from "../../../../text/language/formatList.ts";
import { formatCount, formatQuantity } from "../../../../text/language/formatQuantity.ts";

/** A tool, and what changes about it, the most severe change first. */
export interface ChangedTool {
  readonly name: string;
  readonly operation: string | undefined;
  readonly changes: readonly [SurfaceChange, ...SurfaceChange[]];
}

/** What a new version of a document means for the tools of a server. */
export interface ToolDifference {
  readonly changes: readonly SurfaceChange[];
  readonly added: readonly ChangedTool[];
  readonly changed: readonly ChangedTool[];
  readonly removed: readonly ChangedTool[];
  /** The operations that are new in the document and that the server's selection leaves out. */
  readonly offered: readonly string[];
  /** Why no server can be generated from the document as it is. */
  readonly problem: string | undefined;
}

/** `known`: the operations that were left out before; undefined: not known, so none counts as new. */
export function createToolDifference(
  { changes, unchosen, problem }: DocumentComparison,
  known: readonly string[] | undefined,
): ToolDifference {
  const knownFilters = new Set(known);
  const tools = [...Map.groupBy(changes, ({ tool }) => tool)].flatMap(([name, [first, ...others]]): ChangedTool[] =>
    first ? [{ name, operation: first.operation, changes: [first, ...others] }] : [],
  );
  const isKind = ({ changes: [first] }: ChangedTool, kind: ChangeKind) => first.kind === kind;
  return {
    changes,
    problem,
    added: tools.filter((tool) => isKind(tool, "toolAdded")),
    changed: tools.filter((tool) => !isKind(tool, "toolAdded") && !isKind(tool, "toolRemoved")),
    removed: tools.filter((tool) => isKind(tool, "toolRemoved")),
    offered: known ? unchosen.filter((filter) => !knownFilters.has(filter)) : [],
  };
}

/** How many tools of a server its document changes. */
export interface ToolCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

export function countTools({ added, changed, removed, offered }: ToolDifference): ToolCounts {
  return { added: added.length + offered.length, changed: changed.length, removed: removed.length };
}

export function hasToolCounts({ added, changed, removed }: ToolCounts): boolean {
  return added + changed + removed > 0;
}

/** `3 new, 1 changed, 1 gone` */
export function formatToolCounts({ added, changed, removed }: ToolCounts): string {
  const parts = [
    added > 0 && l10n.t`${formatCount(added)} new`,
    changed > 0 && l10n.t`${formatCount(changed)} changed`,
    removed > 0 && l10n.t`${formatCount(removed)} gone`,
  ];
  return parts.filter(Boolean).join(", ");
}

/** `3 new tools, 1 changed tool and 1 removed tool` */
export function formatToolCountWords({ added, changed, removed }: ToolCounts): string {
  const parts = [
    added > 0 && formatQuantity(added, l10n.t("new tool"), l10n.t("new tools")),
    changed > 0 && formatQuantity(changed, l10n.t("changed tool"), l10n.t("changed tools")),
    removed > 0 && formatQuantity(removed, l10n.t("removed tool"), l10n.t("removed tools")),
  ];
  return formatList(parts.filter((part) => part !== false));
}
