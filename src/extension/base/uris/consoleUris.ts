import { isOperationName } from "../../../contract/operationNames.ts";
import type { OperationName } from "../../../contract/operations.ts";
import { virtualScheme } from "./virtualScheme.ts";

/** Paths of the console's documents: each operation has one input and one response. */
export function consolePath(kind: "input" | "answer", name: OperationName): string {
  return kind === "input" ? `/operation/${name}/input.json` : `/answer/${name}/answer.json`;
}

export function consoleUri(kind: "input" | "answer", name: OperationName): string {
  return `${virtualScheme}:${consolePath(kind, name)}`;
}

/** A document of the console. */
export type ConsoleDocumentId =
  | { readonly kind: "input"; readonly name: OperationName }
  | { readonly kind: "answer"; readonly name: OperationName };

/** undefined for another path. */
export function readConsolePath(path: string): ConsoleDocumentId | undefined {
  const [, folder, name, file] = /^\/(operation|answer)\/([^/]+)\/(input|answer)\.json$/.exec(path) ?? [];
  if (name === undefined || !isOperationName(name)) return undefined;
  if (folder === "operation" && file === "input") return { kind: "input", name };
  return folder === "answer" && file === "answer" ? { kind: "answer", name } : undefined;
}

/** The operation of a document of the console, by its URI. */
export function findOperationOfUri(uri: string): OperationName | undefined {
  const [scheme, path = ""] = uri.split(":");
  return scheme === virtualScheme ? readConsolePath(path)?.name : undefined;
}
