import * as l10n from "@vscode/l10n";
import type { ParseError } from "jsonc-parser";
import type * as z from "zod";
import { findJsonProperty, findNearestJsonNode, parseJsonTree } from "../../text/position/jsonTree.ts";
import { createLineIndex } from "../../text/position/lineIndex.ts";
import type { YamlPath } from "../../text/position/yamlDocument.ts";
import type { EditorDocuments } from "./ports.ts";

/** A problem of a document, with its location. */
export type DocumentProblem = Parameters<EditorDocuments["diagnose"]>[1][number];

/** More problems are not useful to a reader. */
export const maxDocumentProblems = 50;

export function parseJsonDocument(text: string): { readonly value: unknown } | { readonly problem: DocumentProblem } {
  try {
    return { value: JSON.parse(text.replace(/^\uFEFF/, " ")) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const errors: ParseError[] = [];
    parseJsonTree(text, errors);
    const offset = Math.min(errors[0]?.offset ?? text.length, text.trimEnd().length);
    const { line, column } = createLineIndex(text).range([offset, offset]);
    const message = l10n.t`This is not JSON: ${reason.replace(/ (?:in JSON )?at position .*$/s, "")}.`;
    return { problem: { severity: "error", code: "json", message, line: line - 1, column: column - 1 } };
  }
}

/** The first problem, and the number of further ones. */
export function formatDocumentProblems([first, ...more]: readonly DocumentProblem[]): string {
  if (!first) return "";
  return l10n.t`Line ${first.line + 1}: ${first.message}${more.length > 0 ? l10n.t` (and ${more.length} more)` : ""}`;
}

export interface JsonPositions {
  /** At the value, or at its nearest existing ancestor. */
  at(path: YamlPath, message: string, code: string): DocumentProblem;
  /** At a key of the map at a path. */
  atKey(path: YamlPath, key: string, message: string, code: string): DocumentProblem;
}

/** Locates values in a JSON text. */
export function createJsonPositions(text: string): JsonPositions {
  const root = parseJsonTree(text);
  const lines = createLineIndex(text);
  const nearest = (path: YamlPath) => root && findNearestJsonNode(root, path);
  const createProblem = (
    node: { readonly offset: number } | undefined,
    message: string,
    code: string,
  ): DocumentProblem => {
    const { line, column } = lines.range([node?.offset ?? 0, node?.offset ?? 0]);
    return { severity: "error", code, message, line: line - 1, column: column - 1 };
  };
  return {
    at: (path, message, code) => createProblem(nearest(path), message, code),
    atKey: (path, key, message, code) =>
      createProblem(findJsonProperty(nearest(path), key) ?? nearest(path), message, code),
  };
}

/** The schema's problems of a value; `unknown` formats the message for a field that the schema does not have. */
export function findSchemaProblems(
  positions: JsonPositions,
  { value, error }: { readonly value: unknown; readonly error: z.core.$ZodError },
  unknown: (field: string) => string,
): DocumentProblem[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => positions.atKey(path, key, unknown(key), issue.code));
    const last = path.at(-1);
    if (issue.code === "invalid_key" && last !== undefined) {
      const reason = issue.issues.map(({ message }) => message.replace(/\.$/, "")).join("; ");
      return [
        positions.atKey(path.slice(0, -1), String(last), l10n.t`"${last}" is no name here: ${reason}.`, issue.code),
      ];
    }
    const found = path.reduce<unknown>((inner, part) => fieldOf(inner, part), value);
    if (found === undefined && typeof last === "string")
      return [positions.at(path, l10n.t`"${last}" is missing.`, "missing")];
    const message = found === "" ? l10n.t("It must not be empty.") : issue.message;
    // The problem is also shown apart from its place; a sentence of ours names the field itself.
    const named = path.length === 0 || issue.code === "custom" ? message : `${path.join(".")}: ${message}`;
    return [positions.at(path, named, issue.code ?? "invalid")];
  });
}

function fieldOf(value: unknown, name: string | number): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.entries(value).find(([key]) => key === String(name))?.[1];
}
