import { isOperationName } from "../../contract/operationNames.ts";
import type { OperationName } from "../../contract/operations.ts";

/** Failures are told apart by name: the client is another bundle, so its classes are not ours. */
export function hasErrorName(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Someone gave up, which is an answer and nothing to show. */
export function isAbortError(error: unknown): boolean {
  return hasErrorName(error, "AbortedError", "AbortError", "Canceled");
}

/** The key was missing, wrong, deleted or expired. */
export function isUnauthorizedError(error: unknown): boolean {
  return hasErrorName(error, "UnauthorizedError");
}

/** The service answered, and nobody understands what. */
export function isUnclearResponseError(error: unknown): boolean {
  return hasErrorName(error, "UnclearAnswerError");
}

/** The operation that failed, where it was one. */
export function readFailedOperation(error: unknown): OperationName | undefined {
  const name = error instanceof Error && "operation" in error ? error.operation : undefined;
  return typeof name === "string" && isOperationName(name) ? name : undefined;
}

export function readErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim() || "It failed without a reason.";
}
