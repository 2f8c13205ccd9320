import * as l10n from "@vscode/l10n";
import { operationInputSchema } from "../../../contract/operationInputSchema.ts";
import type { OperationName } from "../../../contract/operations.ts";
import {
  createJsonPositions,
  type DocumentProblem,
  findSchemaProblems,
  maxDocumentProblems,
  parseJsonDocument,
} from "../../base/jsonDocument.ts";

export type CheckedOperationInput =
  | { readonly kind: "input"; readonly input: object }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Parses an input by the contract's schema, or reports its problems. */
export function checkOperationInput(name: OperationName, text: string): CheckedOperationInput {
  const json = parseJsonDocument(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  const { error } = operationInputSchema(name).safeParse(value);
  if (error === undefined && typeof value === "object" && value !== null) return { kind: "input", input: value };
  const unknown = (field: string) => l10n.t`The operation does not know "${field}".`;
  const problems = error ? findSchemaProblems(createJsonPositions(text), { value, error }, unknown) : [];
  return { kind: "problems", problems: problems.slice(0, maxDocumentProblems) };
}
