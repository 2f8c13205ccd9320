import { isOperationName } from "../../contract/operationNames.ts";
import type { OperationName } from "../../contract/operations.ts";

/** Failures are told apart by name: the client is another bundle, so its classes are not ours. */
export function hasName(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Someone gave up, which is an answer and nothing to show. */
export function isAborted(error: unknown): boolean {
  return hasName(error, "AbortedError", "AbortError", "Canceled");
}

/** The key was missing, wrong, deleted or expired. */
export function isUnauthorized(error: unknown): boolean {
  return hasName(error, "UnauthorizedError");
}

/** The service answered, and nobody understands what. */
export function isUnclear(error: unknown): boolean {
  return hasName(error, "UnclearAnswerError");
}

/** The operation that failed, where it was one. */
export function failedOperation(error: unknown): OperationName | undefined {
  const name = error instanceof Error && "operation" in error ? error.operation : undefined;
  return typeof name === "string" && isOperationName(name) ? name : undefined;
}

export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim() || "It failed without a reason.";
}
