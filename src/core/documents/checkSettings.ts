import { splitPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import {
  createJsonPositions,
  type DocumentProblem,
  findSchemaProblems,
  maxDocumentProblems,
  parseJsonDocument,
} from "../foundation/jsonDocument.ts";
import type { DocumentFields } from "./fieldChanges.ts";
import { settingsSchemas } from "./settingsSchemas.ts";
import type { SettingsKind } from "./settingsUri.ts";

export type CheckedSettings =
  | { readonly kind: "fields"; readonly fields: DocumentFields }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/**
 * Parses settings as the service accepts them, or reports problems. The format is JSON without comments because
 * comments could not be stored.
 */
export function checkSettings(kind: SettingsKind, text: string, before: DocumentFields): CheckedSettings {
  const json = parseJsonDocument(text);
  if ("problem" in json) return problems([json.problem]);
  const { value } = json;
  const { data, error } = settingsSchemas[kind].safeParse(value);
  const positions = createJsonPositions(text);
  if (error) {
    const unknown = (field: string) => `"${field}" cannot be changed here.`;
    return problems(findSchemaProblems(positions, { value, error }, unknown).slice(0, maxDocumentProblems));
  }
  const emptied = valuelessNames(before, data).map((path) =>
    positions.at(path, "A variable needs a value. To remove it, remove its line.", "no-value"),
  );
  return emptied.length > 0 ? problems(emptied) : { kind: "fields", fields: data };
}

/** null represents a stored value that is not shown, so it is invalid for a new name or for one with a shown value. */
function valuelessNames(before: DocumentFields, after: DocumentFields): readonly (readonly string[])[] {
  return Object.entries(after).flatMap(([field, map]) => {
    if (!isRecord(map)) return [];
    const old = before[field];
    const isKept = (name: string) => isRecord(old) && Object.hasOwn(old, name) && old[name] === null;
    return Object.entries(map).flatMap(([name, value]) => (value === null && !isKept(name) ? [[field, name]] : []));
  });
}

/** A service names a field by `a.b` or by a JSON pointer. */
export function findRejectedFields(
  text: string,
  errors: readonly { readonly path: string; readonly message: string }[],
): readonly DocumentProblem[] {
  const positions = createJsonPositions(text);
  return errors.map(({ path, message }) => positions.at(partsOf(path), message, "refused"));
}

function partsOf(path: string): readonly string[] {
  return path.startsWith("/") ? splitPointer(path) : path.split(".").filter(Boolean);
}

const problems = (found: readonly DocumentProblem[]): CheckedSettings => ({ kind: "problems", problems: found });
