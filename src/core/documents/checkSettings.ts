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

/** Reads what was written, as the service takes it, or says what is wrong and where. JSON it is: comments could not be kept. */
export function checkSettings(kind: SettingsKind, text: string, before: DocumentFields): CheckedSettings {
  const json = parseJsonDocument(text);
  if ("problem" in json) return problems([json.problem]);
  const { value } = json;
  const { data, error } = settingsSchemas[kind].safeParse(value);
  const places = createJsonPositions(text);
  if (error) {
    const unknown = (field: string) => `"${field}" cannot be changed here.`;
    return problems(findSchemaProblems(places, { value, error }, unknown).slice(0, maxDocumentProblems));
  }
  const emptied = valuelessNames(before, data).map((path) =>
    places.at(path, "A variable needs a value. To remove it, remove its line.", "no-value"),
  );
  return emptied.length > 0 ? problems(emptied) : { kind: "fields", fields: data };
}

/** null stands for a value that is kept and not shown: it says nothing of a name that has a shown one, or none. */
function valuelessNames(before: DocumentFields, after: DocumentFields): readonly (readonly string[])[] {
  return Object.entries(after).flatMap(([field, map]) => {
    if (!isRecord(map)) return [];
    const old = before[field];
    const isKept = (name: string) => isRecord(old) && Object.hasOwn(old, name) && old[name] === null;
    return Object.entries(map).flatMap(([name, value]) => (value === null && !isKept(name) ? [[field, name]] : []));
  });
}

/** A service names fields by `a.b`, or by a JSON pointer. */
export function findRejectedFields(
  text: string,
  errors: readonly { readonly path: string; readonly message: string }[],
): readonly DocumentProblem[] {
  const places = createJsonPositions(text);
  return errors.map(({ path, message }) => places.at(partsOf(path), message, "refused"));
}

function partsOf(path: string): readonly string[] {
  return path.startsWith("/") ? splitPointer(path) : path.split(".").filter(Boolean);
}

const problems = (found: readonly DocumentProblem[]): CheckedSettings => ({ kind: "problems", problems: found });
