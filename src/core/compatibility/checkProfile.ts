import { type DialectProfile, dialectProfileSchema } from "../../contract/dialectProfile.ts";
import { maskSecrets } from "../../text/maskSecrets.ts";
import type { YamlPath } from "../../text/position/yamlDocument.ts";
import {
  createJsonPositions,
  type DocumentProblem,
  findSchemaProblems,
  maxDocumentProblems,
  parseJsonDocument,
} from "../foundation/jsonDocument.ts";

export type CheckedProfile =
  | { readonly kind: "profile"; readonly profile: DialectProfile }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Reads a profile, or says what is wrong with it and where. */
export function checkProfile(text: string): CheckedProfile {
  const json = parseJsonDocument(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  const { data, error } = dialectProfileSchema.safeParse(value);
  const secrets = data ? secretPaths(data, []) : [];
  if (data && secrets.length === 0) return { kind: "profile", profile: data };
  const places = createJsonPositions(text);
  const unknown = (field: string) => `A profile has no "${field}" here.`;
  const problems = [
    ...secrets.map((path) => places.at(path, "This looks like a secret. A profile is kept in plain text.", "secret")),
    ...(error ? findSchemaProblems(places, { value, error }, unknown) : []),
  ];
  return { kind: "problems", problems: problems.slice(0, maxDocumentProblems) };
}

/** Only a body's template may hold any text; whoever writes a key into it would hand it on with the profile. */
function secretPaths(value: unknown, path: YamlPath): readonly YamlPath[] {
  if (typeof value === "string") return maskSecrets(value, []) === value ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    secretPaths(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}
