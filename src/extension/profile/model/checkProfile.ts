import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { type DialectProfile, dialectProfileSchema } from "../../../contract/dialectProfile.ts";
import type { Operation } from "../../../contract/operation.ts";
import { operationNames } from "../../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../contract/operations.ts";
import { isNestedTooDeep, tooDeep } from "../../../contract/profile/migrateProfile.ts";
import { listKinds } from "../../../contract/profile/profileNames.ts";
import type { YamlPath } from "../../../text/position/yamlDocument.ts";
import { maskSecrets } from "../../../text/secrets/maskSecrets.ts";
import {
  createJsonPositions,
  type DocumentProblem,
  findSchemaProblems,
  type JsonPositions,
  maxDocumentProblems,
  parseJsonDocument,
} from "../../base/jsonDocument.ts";
import { checkNames } from "./checkNames.ts";
import { listContractStates } from "./contractStates.ts";

export type CheckedProfile =
  | { readonly kind: "profile"; readonly profile: DialectProfile }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Parses a profile, or reports its problems with their locations. */
export function checkProfile(text: string): CheckedProfile {
  const json = parseJsonDocument(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  // Positions in such a text cannot be found.
  if (isNestedTooDeep(value))
    return { kind: "problems", problems: [{ severity: "error", code: "depth", message: tooDeep, line: 0, column: 0 }] };
  const { data, error } = dialectProfileSchema.safeParse(value);
  const secrets = data ? secretPaths(data, []) : [];
  const positions = createJsonPositions(text);
  const contradictions = data
    ? [...checkKinds(positions, data), ...checkOperations(positions, data), ...checkNames(positions, data)]
    : [];
  if (data && secrets.length === 0 && contradictions.length === 0) return { kind: "profile", profile: data };
  const unknown = (field: string) => l10n.t`A profile has no "${field}" here.`;
  const problems = [
    ...secrets.map((path) =>
      positions.at(path, l10n.t("This looks like a secret. A profile is stored in plain text."), "secret"),
    ),
    ...(error ? findSchemaProblems(positions, { value, error }, unknown) : []),
    ...contradictions,
  ];
  return { kind: "problems", problems: problems.slice(0, maxDocumentProblems) };
}

/** Kinds and states that the contract does not have. */
function checkKinds(positions: JsonPositions, { kinds = {} }: DialectProfile): readonly DocumentProblem[] {
  const contractKinds = Object.keys(listKinds());
  return Object.entries(kinds).flatMap(([kind, { states = [] }]) => {
    if (!contractKinds.includes(kind)) {
      const message = l10n.t`There is no kind "${kind}". The kinds are ${contractKinds.join(", ")}.`;
      return [positions.atKey(["kinds"], kind, message, "unknown")];
    }
    const known = listContractStates(kind).map(({ state }) => state);
    return states.flatMap(({ is }, index) => {
      if (known.includes(is)) return [];
      const message =
        known.length === 0
          ? l10n.t`The kind ${kind} has no states.`
          : l10n.t`"${is}" is no state of the kind ${kind}. Its states are ${known.join(", ")}.`;
      return [positions.at(["kinds", kind, "states", index, "is"], message, "unknown")];
    });
  });
}

/** Lines that an operation cannot have. */
function checkOperations(positions: JsonPositions, { operations }: DialectProfile): readonly DocumentProblem[] {
  return operationNames.flatMap((name) => {
    const lines = operations[name] ?? {};
    const output: z.ZodType | null = operationTable[name].output;
    const isList = output instanceof z.ZodObject && "nextCursor" in output.shape;
    const found: [line: keyof typeof lines, message: string][] = [
      isList
        ? ["item", l10n.t`${name} returns a list, so it has no "item".`]
        : ["list", l10n.t`${name} returns no list, so it has no "list".`],
    ];
    if (!hasSelector(name)) found.push(["select", l10n.t`${name} selects no single item: "params" names its filters.`]);
    if (operationTable[name].body === null)
      for (const line of ["body", "wrapper", "format"] as const)
        found.push([line, l10n.t`${name} sends no body, so it has no "${line}".`]);
    if (!name.endsWith(".update"))
      found.push(["compare", l10n.t`${name} makes something new or nothing, so it has no "compare".`]);
    if (lines.paging && "until" in lines.paging && lines.paging.until === "short" && lines.pageSize === undefined)
      found.push(["paging", l10n.t("A page is short only where pageSize names the parameter for its size.")]);
    return found.flatMap(([line, message]) =>
      lines[line] === undefined ? [] : [positions.atKey(["operations", name], line, message, "contradiction")],
    );
  });
}

function hasSelector(name: OperationName): boolean {
  const { owner, isOwnerFilter }: Operation = operationTable[name];
  return (owner !== undefined && !isOwnerFilter) || name === "runtime.token";
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
