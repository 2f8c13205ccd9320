import { isRecord } from "../../text/record.ts";
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
  if (to === undefined) return "removed";
  if (!isShown) return from === undefined ? "added" : "replaced";
  return `${formatFieldValue(from)} to ${formatFieldValue(to)}`;
}

export function formatFieldValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}... (${text.length} characters)`;
}
