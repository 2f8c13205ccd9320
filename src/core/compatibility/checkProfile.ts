import { type Profile, profileSchema } from "../../contract/dialectProfile.ts";
import { withoutSecrets } from "../../text/maskSecrets.ts";
import type { CasePath } from "../../text/yamlDocument.ts";
import { type DocumentProblem, mostProblems, parseJson, placing, schemaProblems } from "../foundation/jsonDocument.ts";

export type CheckedProfile =
  | { readonly kind: "profile"; readonly profile: Profile }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Reads a profile, or says what is wrong with it and where. */
export function checkProfile(text: string): CheckedProfile {
  const json = parseJson(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  const { data, error } = profileSchema.safeParse(value);
  const secrets = data ? secretPaths(data, []) : [];
  if (data && secrets.length === 0) return { kind: "profile", profile: data };
  const places = placing(text);
  const unknown = (field: string) => `A profile has no "${field}" here.`;
  const problems = [
    ...secrets.map((path) => places.at(path, "This looks like a secret. A profile is kept in plain text.", "secret")),
    ...(error ? schemaProblems(places, { value, error }, unknown) : []),
  ];
  return { kind: "problems", problems: problems.slice(0, mostProblems) };
}

/** Only a body's template may hold any text; whoever writes a key into it would hand it on with the profile. */
function secretPaths(value: unknown, path: CasePath): readonly CasePath[] {
  if (typeof value === "string") return withoutSecrets(value, []) === value ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    secretPaths(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}
