import * as l10n from "@vscode/l10n";
import { isRecord } from "../../../text/record.ts";
import { type DocumentFields, type FieldChange, formatFieldPath } from "./fieldChanges.ts";

/** Whether a value may be shown; secret values are not, not even before they are sent. */
export type IsChangeVisible = (change: FieldChange) => boolean;

/** Shows only the environment values that the service itself returns. */
export function createChangeVisibility({ environment }: DocumentFields): IsChangeVisible {
  return ({ path: [, name] }) => name === undefined || (isRecord(environment) && typeof environment[name] === "string");
}

const longest = 80;

/** `name: "Old" to "New"`, one per line. */
export function formatFieldChanges(changes: readonly FieldChange[], isShown: IsChangeVisible): string {
  return changes
    .map((change) => `${formatFieldPath(change.path)}: ${formatChange(change, isShown(change))}`)
    .join("\n");
}

function formatChange({ from, to }: FieldChange, isShown: boolean): string {
  if (to === undefined) return l10n.t("removed");
  if (!isShown) return from === undefined ? l10n.t("added") : l10n.t("replaced");
  return l10n.t`${formatFieldValue(from)} to ${formatFieldValue(to)}`;
}

export function formatFieldValue(value: unknown): string {
  const text = JSON.stringify(value) ?? l10n.t("nothing");
  return text.length <= longest
    ? text
    : l10n.t`${text.slice(0, longest).toWellFormed()}... (${text.length} characters)`;
}
