import * as l10n from "@vscode/l10n";
import { getOwnProperty, isRecord, type UnknownRecord } from "../../../text/record.ts";

/** The fields of a document. */
export type DocumentFields = UnknownRecord;

/** A changed field of the document, or of a map in it (`environment`). */
export interface FieldChange {
  readonly path: readonly [field: string] | readonly [field: string, name: string];
  readonly from: unknown;
  /** undefined: removed. */
  readonly to: unknown;
}

/**
 * The changes from one document to another. A field that the second omits stays; a name that one of its maps omits is
 * removed.
 */
export function diffFields(before: DocumentFields, after: DocumentFields): readonly FieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const old = before[field];
    if (isRecord(old) && isRecord(value)) return mapChanges(field, old, value);
    return same(old, value) ? [] : [{ path: [field] as const, from: old, to: value }];
  });
}

function mapChanges(field: string, before: DocumentFields, after: DocumentFields): readonly FieldChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [from, to] = [getOwnProperty(before, name), getOwnProperty(after, name)];
    return same(from, to) ? [] : [{ path: [field, name] as const, from, to }];
  });
}

/** As a JSON Merge Patch (RFC 7396). */
export function createMergePatch(changes: readonly FieldChange[]): DocumentFields {
  const patch: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    const [field, name] = path;
    const inner = patch[field];
    patch[field] = name === undefined ? to : { ...(isRecord(inner) ? inner : {}), [name]: to ?? null };
  }
  return patch;
}

/** The changes whose fields the others set to different values. */
export function findFieldConflicts(
  changes: readonly FieldChange[],
  others: readonly FieldChange[],
): readonly FieldChange[] {
  return changes.filter((own) =>
    others.some(({ path, to }) => formatFieldPath(path) === formatFieldPath(own.path) && !same(own.to, to)),
  );
}

/** The form in which the service names a rejected field. */
export const formatFieldPath = (path: readonly string[]) => path.join(".");

/** Values are scalars or lists of scalars; maps are compared by their fields. */
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

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
