import * as l10n from "@vscode/l10n";
import { operationInputSchema } from "../../../contract/operationInputSchema.ts";
import type { OperationName } from "../../../contract/operations.ts";
import type { YamlPath } from "../../../text/position/yamlDocument.ts";
import {
  createJsonPositions,
  type DocumentProblem,
  findSchemaProblems,
  maxDocumentProblems,
  parseJsonDocument,
} from "../../base/jsonDocument.ts";
import { redactedInputMark } from "./redactInput.ts";

export type CheckedOperationInput =
  | { readonly kind: "input"; readonly input: object }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Parses an input by the contract's schema, or reports its problems. */
export function checkOperationInput(name: OperationName, text: string): CheckedOperationInput {
  const json = parseJsonDocument(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  const { error } = operationInputSchema(name).safeParse(value);
  const missing = leftOutPaths(value, []);
  if (error === undefined && missing.length === 0 && typeof value === "object" && value !== null)
    return { kind: "input", input: value };
  const positions = createJsonPositions(text);
  const unknown = (field: string) => l10n.t`The operation does not know "${field}".`;
  const problems = [
    ...missing.map((path) => positions.at(path, l10n.t("It was not kept in the history. Enter it again."), "left-out")),
    ...(error ? findSchemaProblems(positions, { value, error }, unknown) : []),
  ];
  return { kind: "problems", problems: problems.slice(0, maxDocumentProblems) };
}

function leftOutPaths(value: unknown, path: YamlPath): readonly YamlPath[] {
  if (typeof value === "string") return value.includes(redactedInputMark) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => leftOutPaths(item, [...path, index]));
  return Object.entries(value).flatMap(([name, field]) => leftOutPaths(field, [...path, name]));
}
