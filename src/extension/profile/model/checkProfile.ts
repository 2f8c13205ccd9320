import * as l10n from "@vscode/l10n";
import { type DialectProfile, dialectProfileSchema } from "../../../contract/dialectProfile.ts";
import type { YamlPath } from "../../../text/position/yamlDocument.ts";
import { maskSecrets } from "../../../text/secrets/maskSecrets.ts";
import {
  createJsonPositions,
  type DocumentProblem,
  findSchemaProblems,
  maxDocumentProblems,
  parseJsonDocument,
} from "../../base/jsonDocument.ts";

export type CheckedProfile =
  | { readonly kind: "profile"; readonly profile: DialectProfile }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Parses a profile, or reports its problems with their locations. */
export function checkProfile(text: string): CheckedProfile {
  const json = parseJsonDocument(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  const { data, error } = dialectProfileSchema.safeParse(value);
  const secrets = data ? secretPaths(data, []) : [];
  if (data && secrets.length === 0) return { kind: "profile", profile: data };
  const positions = createJsonPositions(text);
  const unknown = (field: string) => l10n.t`A profile has no "${field}" here.`;
  const problems = [
    ...secrets.map((path) =>
      positions.at(path, l10n.t("This looks like a secret. A profile is stored in plain text."), "secret"),
    ),
    ...(error ? findSchemaProblems(positions, { value, error }, unknown) : []),
  ];
  return { kind: "problems", problems: problems.slice(0, maxDocumentProblems) };
}

/**
 * Paths of texts that look like secrets. Body templates may hold any text, and the user shares the profile with
 * others.
 */
function secretPaths(value: unknown, path: YamlPath): readonly YamlPath[] {
  if (typeof value === "string") return maskSecrets(value, []) === value ? [] : [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    secretPaths(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}
