import * as l10n from "@vscode/l10n";
import type { Server } from "../../../../contract/servers.ts";
import type { OpenapiAnalysis } from "../../../../generator/analyzeOpenapiDocument.ts";
import { formatCount, formatQuantity } from "../../../../text/language/formatQuantity.ts";
import type { PromptBack, PromptStep } from "../../../base/ports.ts";
import type { ToolUse } from "./toolUse.ts";

type Operation = OpenapiAnalysis["operations"][number];

/** `include` absent: all operations, also those that later versions of the document add. */
export interface OperationChoice {
  readonly include?: readonly string[];
  /** Whether a parameter that nearly every operation wants is a required variable of the server, by its name. */
  readonly constants?: Readonly<Record<string, boolean>>;
}

/** Prompts for the operations that become tools; undefined when cancelled. */
export type ChooseOperations = (question: {
  /** What the document describes with its overlay. */
  readonly analysis: OpenapiAnalysis;
  /** The name of the overlay that is applied. */
  readonly overlay: string | undefined;
  readonly chosen: OperationChoice;
  /** Above this number of tools the server offers a search tool instead. */
  readonly maxTools: number;
  /** The server that is generated again. */
  readonly server?: Server;
  /** The name of a new server, which the user can change. */
  readonly naming?: { readonly read: () => string; readonly change: () => Promise<void> };
  readonly step?: PromptStep;
  /** How often operations were called. */
  readonly use?: ToolUse | undefined;
}) => Promise<OperationChoice | PromptBack | undefined>;

/** The operations that a saved selection matches in the current document. */
export function readChosenOperations(analysis: OpenapiAnalysis, { include }: OperationChoice): Set<string> {
  if (include === undefined) return new Set(analysis.operations.map(({ id }) => id));
  const includedNames = new Set(include);
  const isWanted = ({ filter, tags }: Operation) =>
    includedNames.has(filter) || tags.some((tag) => includedNames.has(`tag:${tag}`));
  return new Set(analysis.operations.filter(isWanted).map(({ id }) => id));
}

/** All operations but those that delete data, and those that no program calls to get an answer. A single one is no choice. */
export function createDefaultChoice(analysis: OpenapiAnalysis): OperationChoice {
  if (analysis.operations.length < 2) return {};
  const chosen = analysis.operations.filter((one) => one.endpoint === undefined && !isDeleting(one));
  return createOperationChoice(analysis, new Set(chosen.map(({ id }) => id)));
}

const losingVerb = /(^|[_-])(delete|destroy|erase|purge|wipe|remove|clear|reset|flush|prune|empty)(s|es)?([_ -]|$)/i;

const isDeleting = ({ method, id, summary, annotations: { destructiveHint } }: Operation) =>
  method === "DELETE" ||
  (destructiveHint &&
    (losingVerb.test(id.replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")) || losingVerb.test(summary.split(" ")[0] ?? "")));

/** The filters of the operations that a selection leaves out. */
export function listUnchosenOperations(analysis: OpenapiAnalysis, choice: OperationChoice): string[] {
  const chosen = readChosenOperations(analysis, choice);
  return analysis.operations.flatMap(({ id, filter }) => (chosen.has(id) ? [] : [filter]));
}

/** The shortest equivalent filters: whole tags by name, other operations by id, none for all operations. */
export function createOperationChoice(analysis: OpenapiAnalysis, ids: ReadonlySet<string>): OperationChoice {
  const { operations } = analysis;
  if (operations.every(({ id }) => ids.has(id))) return {};
  const whole = new Set(analysis.tags.map(({ name }) => name));
  for (const { id, tags } of operations) {
    if (!ids.has(id)) for (const tag of tags) whole.delete(tag);
  }
  const chosen = operations.filter(({ id }) => ids.has(id));
  const tagsOfChosen = new Set(chosen.flatMap(({ tags }) => tags));
  const used = [...whole].filter((tag) => tagsOfChosen.has(tag));
  const single = chosen.filter(({ tags }) => !tags.some((tag) => whole.has(tag)));
  return { include: [...used.map((tag) => `tag:${tag}`), ...single.map(({ filter }) => filter)] };
}

/** Omits filters that match nothing any more, because the service would reject them. */
export function pruneOperationChoice(analysis: OpenapiAnalysis, choice: OperationChoice): OperationChoice | undefined {
  if (choice.include === undefined) return choice;
  const ids = readChosenOperations(analysis, choice);
  if (ids.size === 0) return undefined;
  const known = new Set(
    analysis.operations.flatMap(({ filter, tags }) => [filter, ...tags.map((tag) => `tag:${tag}`)]),
  );
  return { ...choice, include: choice.include.filter((filter) => known.has(filter)) };
}

/** What the tools cost an agent together: the sum of their estimates. */
export function formatTokenCount(operations: readonly Pick<Operation, "tokens">[]): string {
  const tokens = operations.reduce((sum, operation) => sum + operation.tokens, 0);
  return l10n.t`about ${formatQuantity(tokens, l10n.t("token"), l10n.t("tokens"))}`;
}

/** `12 of 1,223 operations`, and the effect on the server's clients. */
export function formatOperationCount(
  operations: readonly Pick<Operation, "extension">[],
  all: number,
  maxTools: number,
): string {
  const chosen = operations.length;
  const pinned = operations.filter(({ extension }) => extension.pinned).length;
  const words =
    all === 1
      ? l10n.t`${formatCount(chosen)} of 1 operation`
      : l10n.t`${formatCount(chosen)} of ${formatCount(all)} operations`;
  if (chosen <= maxTools) return words;
  if (pinned > 0)
    return l10n.t`${words}: more than ${formatCount(maxTools)} tools, so the server will offer search, describe, call and ${formatQuantity(pinned, l10n.t("pinned tool"), l10n.t("pinned tools"))}`;
  return l10n.t`${words}: more than ${formatCount(maxTools)} tools, so the server will offer search, describe and call`;
}
