import * as l10n from "@vscode/l10n";
import type { EndpointKind } from "../../../../contract/mcp/endpointKind.ts";
import type { OpenapiAnalysis } from "../../../../generator/analyzeOpenapiDocument.ts";
import { joinTextParts } from "../../../../text/joinTextParts.ts";
import { formatCount, formatQuantity } from "../../../../text/language/formatQuantity.ts";
import { createDefaultChoice, formatTokenCount, readChosenOperations } from "./operationFilter.ts";
import { readToolEffect, toolEffectIcons } from "./toolEffect.ts";
import { formatToolUse, type ToolUse } from "./toolUse.ts";

/** The two list modes of the operation picker. */
export type OperationListMode = "operations" | "tags";

export interface OperationRow {
  /** An operation's id or a tag's name; the empty name groups operations without a tag. */
  readonly key: string;
  readonly label: string;
  readonly description: string;
  /** The group of the row. */
  readonly heading: string;
  /** The codicon of the tool's effect. */
  readonly icon?: string;
}

/** Rows in the document's order of tags, but for those that were chosen for a task; an operation is listed under its first tag. */
export function createOperationRows(
  analysis: OpenapiAnalysis,
  mode: OperationListMode,
  ids: ReadonlySet<string>,
  use?: ToolUse,
  forTask: ReadonlySet<string> = new Set(),
): OperationRow[] {
  if (mode === "tags") return tagRows(analysis, ids);
  const rows = operationRows(analysis, use);
  const byKey = new Map(rows.map((row) => [row.key, { ...row, heading: l10n.t("Chosen for the task") }]));
  const first = [...forTask].flatMap((id) => byKey.get(id) ?? []);
  return [...first, ...rows.filter(({ key }) => !forTask.has(key))];
}

function operationRows({ operations, tags: declared }: OpenapiAnalysis, use: ToolUse | undefined): OperationRow[] {
  const groups = new Map<string, OperationRow[]>([...declared.map(({ name }) => name), ""].map((name) => [name, []]));
  const labels = new Map(operations.map(({ id, method, path }) => [id, `${method} ${path}`]));
  for (const operation of operations) {
    const { id, method, path, summary, tags, deprecated, extension, endpoint } = operation;
    const [tag = "", ...others] = tags;
    const group = extension.group ?? tag;
    const notes = [summary, ...(deprecated ? [l10n.t("(deprecated)")] : []), ...others.map((tag) => `#${tag}`)];
    const description = joinTextParts(
      formatSimilar(operation, labels),
      notes.filter(Boolean).join(" "),
      formatTokenCount([operation]),
      formatToolUse(use, operation.filter),
      extension.pinned ? l10n.t("pinned") : undefined,
      endpoint && endpointTexts[endpoint],
    );
    const icon = toolEffectIcons[readToolEffect(operation)];
    const row = { key: id, label: `${method} ${path}`, description, heading: headingOf(group), icon };
    const rows = groups.get(group);
    if (rows) rows.push(row);
    else groups.set(group, [row]);
  }
  return [...groups.values()].flat();
}

const endpointTexts = {
  webSocket: l10n.t("opens a web socket"),
  signInCallback: l10n.t("callback of a sign-in"),
  oauthEndpoint: l10n.t("part of the OAuth sign-in"),
  eventStream: l10n.t("stream of events"),
} as const satisfies Record<EndpointKind, string>;

/** `same as GET /pets` or `similar to GET /pets`: agents may confuse the two tools. */
function formatSimilar(
  { similar }: Pick<OpenapiAnalysis["operations"][number], "similar">,
  labels: ReadonlyMap<string, string>,
): string | undefined {
  if (!similar) return undefined;
  const other = labels.get(similar.name) ?? similar.name;
  return similar.isDuplicate ? l10n.t`same as ${other}` : l10n.t`similar to ${other}`;
}

function tagRows(analysis: OpenapiAnalysis, ticked: ReadonlySet<string>): OperationRow[] {
  const names = [
    ...analysis.tags.map(({ name, description }) => ({ name, description })),
    { name: "", description: "" },
  ];
  const ids = listIdsByTag(analysis);
  return names.flatMap(({ name, description }) => {
    const all = ids.get(name) ?? [];
    const chosen = all.filter((id) => ticked.has(id)).length;
    if (all.length === 0) return [];
    const words =
      chosen === 0 || chosen === all.length
        ? formatQuantity(all.length, l10n.t("operation"), l10n.t("operations"))
        : l10n.t`${formatCount(chosen)} of ${formatCount(all.length)} operations`;
    const about = description ? `${words} · ${description}` : words;
    return [{ key: name, label: headingOf(name), description: about, heading: "" }];
  });
}

const headingOf = (tag: string) => tag || l10n.t("without a tag");

/** The empty name has the operations without a tag. */
function listIdsByTag({ operations }: OpenapiAnalysis): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, tags } of operations)
    for (const tag of tags.length === 0 ? [""] : new Set(tags)) {
      const known = ids.get(tag);
      if (known) known.push(id);
      else ids.set(tag, [id]);
    }
  return ids;
}

/** The selected rows: a tag is selected if any of its operations is. */
export function findTickedRows(
  analysis: OpenapiAnalysis,
  mode: OperationListMode,
  ids: ReadonlySet<string>,
): Set<string> {
  if (mode === "operations") return new Set(ids);
  const names = [...analysis.tags.map(({ name }) => name), ""];
  const all = listIdsByTag(analysis);
  return new Set(names.filter((name) => all.get(name)?.some((id) => ids.has(id))));
}

/**
 * The selected operations after a change of rows. An unchanged tag keeps its partial selection; one that is ticked gets what is chosen by
 * default, or all if that is nothing.
 */
export function applyTickedRows(
  analysis: OpenapiAnalysis,
  mode: OperationListMode,
  before: ReadonlySet<string>,
  ticked: ReadonlySet<string>,
): Set<string> {
  if (mode === "operations") return new Set(ticked);
  const were = findTickedRows(analysis, "tags", before);
  const ids = new Set(before);
  const all = listIdsByTag(analysis);
  for (const name of were) if (!ticked.has(name)) for (const id of all.get(name) ?? []) ids.delete(id);
  const usual = readChosenOperations(analysis, createDefaultChoice(analysis));
  for (const name of ticked) {
    if (were.has(name)) continue;
    const own = all.get(name) ?? [];
    const wanted = own.filter((id) => usual.has(id));
    for (const id of wanted.length > 0 ? wanted : own) ids.add(id);
  }
  return ids;
}
