import { isRecord } from "../../text/record.ts";
import { type DocumentFields, type FieldChange, formatFieldPath } from "./fieldChanges.ts";

/** What is kept secret is not read out, not even before it is sent. */
export type IsChangeVisible = (change: FieldChange) => boolean;

/** Of what is in an environment, only what the service itself reads out. */
export function createChangeVisibility({ environment }: DocumentFields): IsChangeVisible {
  return ({ path: [, name] }) => name === undefined || (isRecord(environment) && typeof environment[name] === "string");
}

const longest = 80;

/** `name: "Old" to "New"`, one a line. */
export function formatFieldChanges(changes: readonly FieldChange[], isShown: IsChangeVisible): string {
  return changes.map((change) => `${formatFieldPath(change.path)}: ${changeWords(change, isShown(change))}`).join("\n");
}

function changeWords({ from, to }: FieldChange, isShown: boolean): string {
  if (to === undefined) return "removed";
  if (!isShown) return from === undefined ? "added" : "replaced";
  return `${formatFieldValue(from)} to ${formatFieldValue(to)}`;
}

export function formatFieldValue(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= longest ? text : `${text.slice(0, longest).toWellFormed()}... (${text.length} characters)`;
}
