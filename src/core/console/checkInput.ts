import type * as z from "zod";
import { inputSchema } from "../../contract/inputSchema.ts";
import type { OperationName } from "../../contract/operations.ts";
import { type CasePath, type CaseText, readCaseText } from "../../skills/caseText.ts";
import type { Documents } from "../ports.ts";
import { leftOut } from "./keptInput.ts";

export type InputProblem = Parameters<Documents["diagnose"]>[1][number];

export type CheckedInput =
  | { readonly kind: "input"; readonly input: object }
  | { readonly kind: "problems"; readonly problems: readonly InputProblem[] };

const mostProblems = 50;

/** Reads an input as the contract has it, or says what is wrong and where. */
export function checkInput(name: OperationName, text: string): CheckedInput {
  const json = parse(text);
  if ("problem" in json) return { kind: "problems", problems: [json.problem] };
  const { value } = json;
  const { error } = inputSchema(name).safeParse(value);
  const missing = leftOutPaths(value, []);
  if (error === undefined && missing.length === 0 && typeof value === "object" && value !== null)
    return { kind: "input", input: value };
  const places = readCaseText(text);
  const problems = [
    ...missing.map((path) => problemAt(places, path, "It was not kept in the history. Enter it again.", "left-out")),
    ...(error?.issues ?? []).flatMap((issue) => problemsOf(places, value, issue)),
  ];
  return { kind: "problems", problems: problems.slice(0, mostProblems) };
}

function parse(text: string): { readonly value: unknown } | { readonly problem: InputProblem } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const offset = Number(/ at position (\d+)/.exec(reason)?.[1] ?? text.trimEnd().length);
    const before = text.slice(0, offset).split("\n");
    const message = `This is not JSON: ${reason.replace(/ (?:in JSON )?at position .*$/s, "")}.`;
    const [line, column] = [before.length - 1, before.at(-1)?.length ?? 0];
    return { problem: { severity: "error", code: "json", message, line, column } };
  }
}

function leftOutPaths(value: unknown, path: CasePath): readonly CasePath[] {
  if (typeof value === "string") return value.includes(leftOut) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item: unknown, index) => leftOutPaths(item, [...path, index]));
  return Object.entries(value).flatMap(([name, field]) => leftOutPaths(field, [...path, name]));
}

function problemsOf(places: CaseText, value: unknown, issue: z.core.$ZodIssue): InputProblem[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const { line, column } = places.lines.range(places.keySpanAt(path, key));
      const message = `The operation does not know "${key}".`;
      return { severity: "error", code: issue.code, message, line: line - 1, column: column - 1 };
    });
  }
  const found = path.reduce<unknown>((inner, part) => fieldOf(inner, part), value);
  const field = path.at(-1);
  if (found === undefined && typeof field === "string")
    return [problemAt(places, path, `"${field}" is missing.`, "missing")];
  const message = found === "" ? "It must not be empty." : issue.message;
  return [problemAt(places, path, message, issue.code ?? "invalid")];
}

function fieldOf(value: unknown, name: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === String(name))?.[1];
}

/** At the value, or at the nearest around it that is there. */
function problemAt(places: CaseText, path: CasePath, message: string, code: string): InputProblem {
  const { line, column } = places.lines.range(places.spanAt(path));
  return { severity: "error", code, message, line: line - 1, column: column - 1 };
}
