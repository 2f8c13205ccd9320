import { inputSchema } from "../../contract/operationInputSchema.ts";
import type { OperationName } from "../../contract/operations.ts";
import type { CasePath } from "../../text/yamlDocument.ts";
import { type DocumentProblem, mostProblems, parseJson, placing, schemaProblems } from "../foundation/jsonDocument.ts";
import { leftOut } from "./redactInput.ts";

export type CheckedInput =
  | { readonly kind: "input"; readonly input: object }
  | { readonly kind: "problems"; readonly problems: readonly DocumentProblem[] };

/** Reads an input as the contract has it, or says what is wrong and where. */
export function checkInput(name: OperationName, text: string): CheckedInput {
  const json = parseJson(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  const { error } = inputSchema(name).safeParse(value);
  const missing = leftOutPaths(value, []);
  if (error === undefined && missing.length === 0 && typeof value === "object" && value !== null)
    return { kind: "input", input: value };
  const places = placing(text);
  const unknown = (field: string) => `The operation does not know "${field}".`;
  const problems = [
    ...missing.map((path) => places.at(path, "It was not kept in the history. Enter it again.", "left-out")),
    ...(error ? schemaProblems(places, { value, error }, unknown) : []),
  ];
  return { kind: "problems", problems: problems.slice(0, mostProblems) };
}

function leftOutPaths(value: unknown, path: CasePath): readonly CasePath[] {
  if (typeof value === "string") return value.includes(leftOut) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => leftOutPaths(item, [...path, index]));
  return Object.entries(value).flatMap(([name, field]) => leftOutPaths(field, [...path, name]));
}
