import * as l10n from "@vscode/l10n";
import { ApiError, type FailedTokenRequest, ServiceError } from "../../client/errors.ts";
import { isOperationName } from "../../contract/operationNames.ts";
import type { OperationName } from "../../contract/operations.ts";

/** A command cannot go on. Its message says why and what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** Compares errors by name, because the client is another bundle with its own classes. */
export function hasErrorName(error: unknown, ...names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** The user or the caller cancelled, which is not shown as an error. */
export function isAbortError(error: unknown): boolean {
  return hasErrorName(error, "AbortedError", "AbortError", "Canceled") || isNotConfirmedError(error);
}

/** The user did not confirm the request, so nothing was sent. */
export function isNotConfirmedError(error: unknown): boolean {
  return hasErrorName(error, "NotConfirmedError");
}

/** The key is missing, wrong, deleted or expired. */
export function isUnauthorizedError(error: unknown): boolean {
  return hasErrorName(error, "UnauthorizedError");
}

/** A service refused the first request of a connection, and leaves open how it takes the key. */
export function isContactRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.isAtContact;
}

/** The request for an access token that failed; undefined for other errors. */
export function readFailedTokenRequest(error: unknown): FailedTokenRequest | undefined {
  return error instanceof ApiError ? error.tokenRequest : undefined;
}

/** The service sent a response that the client cannot read. */
export function isUnclearResponseError(error: unknown): boolean {
  return hasErrorName(error, "UnclearAnswerError");
}

/** The name of the failed operation, if the error has one. */
export function readFailedOperation(error: unknown): OperationName | undefined {
  const name = error instanceof Error && "operation" in error ? error.operation : undefined;
  return typeof name === "string" && isOperationName(name) ? name : undefined;
}

/** The reason of a request that failed; `fetch` and the transport hide it in the cause. */
export function readFetchFailure(error: unknown): string {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return inner instanceof Error ? inner.message : String(inner);
}

export function readErrorMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim() || l10n.t("It failed without a reason.");
}
