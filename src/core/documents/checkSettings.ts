import { type DocumentProblem, mostProblems, parseJson, placing, schemaProblems } from "../foundation/jsonDocument.ts";
import { type Fields, isMap } from "./fieldChanges.ts";
import { settingsSchemas } from "./settingsSchemas.ts";
import type { SettingsKind } from "./settingsUri.ts";

export type CheckedSettings =
  | { readonly kind: "fields"; readonly fields: Fields }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Reads what was written, as the service takes it, or says what is wrong and where. JSON it is: comments could not be kept. */
export function checkSettings(kind: SettingsKind, text: string, before: Fields): CheckedSettings {
  const json = parseJson(text);
  if ("problem" in json) return problems([json.problem]);
  const { value } = json;
  const { data, error } = settingsSchemas[kind].safeParse(value);
  const places = placing(text);
  if (error) {
    const unknown = (field: string) => `"${field}" cannot be changed here.`;
    return problems(schemaProblems(places, { value, error }, unknown).slice(0, mostProblems));
  }
  const emptied = valuelessNames(before, data).map((path) =>
    places.at(path, "A variable needs a value. To remove it, remove its line.", "no-value"),
  );
  return emptied.length > 0 ? problems(emptied) : { kind: "fields", fields: data };
}

/** null stands for a value that is kept and not shown: it says nothing of a name that has a shown one, or none. */
function valuelessNames(before: Fields, after: Fields): readonly (readonly string[])[] {
  return Object.entries(after).flatMap(([field, map]) => {
    if (!isMap(map)) return [];
    const old = before[field];
    const isKept = (name: string) => isMap(old) && Object.hasOwn(old, name) && old[name] === null;
    return Object.entries(map).flatMap(([name, value]) => (value === null && !isKept(name) ? [[field, name]] : []));
  });
}

/** A service names fields by `a.b`, or by a JSON pointer. */
export function refusalProblems(
  text: string,
  errors: readonly { readonly path: string; readonly message: string }[],
): readonly DocumentProblem[] {
  const places = placing(text);
  return errors.map(({ path, message }) => places.at(partsOf(path), message, "refused"));
}

function partsOf(path: string): readonly string[] {
  if (!path.startsWith("/")) return path.split(".").filter(Boolean);
  const parts = path.slice(1).split("/");
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

const problems = (found: readonly DocumentProblem[]): CheckedSettings => ({ kind: "problems", problems: found });
