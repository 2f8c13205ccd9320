import type { OperationName } from "../contract/operations.ts";

/** What every failure of a call tells. Messages are made to be shown: what failed, on what, what to do. */
export interface CallErrorContext {
  readonly operation: OperationName;
  /** Host and port of the service. */
  readonly host: string;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** Any failure of a call. The bundle is loaded apart from the rest, so tell failures apart by `name`, not `instanceof`. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly operation: OperationName;
  readonly host: string;
  readonly requestId: string | undefined;

  constructor(message: string, { operation, host, requestId, cause }: CallErrorContext) {
    super(message, { cause });
    this.operation = operation;
    this.host = host;
    this.requestId = requestId;
  }
}

export interface ServiceErrorDetails extends CallErrorContext {
  readonly status: number;
  readonly code: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** How long the service asked to be left alone. */
  readonly retryAfterMs: number | undefined;
}

/** The service answered and refused, or failed itself. */
export class ServiceError extends ApiError {
  override name = "ServiceError";
  readonly status: number;
  readonly code: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly errors: ServiceErrorDetails["errors"];
  readonly retryAfterMs: number | undefined;

  constructor(message: string, refusal: ServiceErrorDetails) {
    super(message, refusal);
    this.status = refusal.status;
    this.code = refusal.code;
    this.title = refusal.title;
    this.detail = refusal.detail;
    this.errors = refusal.errors;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/** The code of a `ServiceError` that says that the service lacks an operation for good. */
export const notOfferedCode = "not_offered";

/** 401: no key, or one that is wrong, deleted or expired. */
export class UnauthorizedError extends ServiceError {
  override name = "UnauthorizedError";
}

/** 403: the key is known and may not do this. */
export class ForbiddenError extends ServiceError {
  override name = "ForbiddenError";
}

export class NotFoundError extends ServiceError {
  override name = "NotFoundError";
}

/** 409: it does not fit the state things are in. */
export class ConflictError extends ServiceError {
  override name = "ConflictError";
}

/** 412: what `If-Match` named has changed since. */
export class StaleError extends ConflictError {
  override name = "StaleError";
}

export class RateLimitedError extends ServiceError {
  override name = "RateLimitedError";
}

/** An answer that is not what the contract promises: HTML, broken JSON, a missing field. */
export class UnexpectedAnswerError extends ApiError {
  override name = "UnexpectedAnswerError";
  readonly status: number | undefined;

  constructor(message: string, facts: CallErrorContext & { readonly status?: number | undefined }) {
    super(message, facts);
    this.status = facts.status;
  }
}

/** An answer of another service that nothing is recognised in. */
export class UnclearAnswerError extends UnexpectedAnswerError {
  override name = "UnclearAnswerError";
}

/** The service pointed elsewhere; the key was not sent there. */
export class RedirectedError extends UnexpectedAnswerError {
  override name = "RedirectedError";
}

/** No answer: name resolution, connection, TLS, proxy. `code` is Node's or undici's. */
export class NetworkError extends ApiError {
  override name = "NetworkError";
  readonly code: string | undefined;

  constructor(message: string, facts: CallErrorContext & { readonly code: string | undefined }) {
    super(message, facts);
    this.code = facts.code;
  }
}

export class TimeoutError extends ApiError {
  override name = "TimeoutError";
  readonly deadlineMs: number;

  constructor(message: string, facts: CallErrorContext & { readonly deadlineMs: number }) {
    super(message, facts);
    this.deadlineMs = facts.deadlineMs;
  }
}

/** The caller gave up: an answer, not something to show. */
export class AbortedError extends ApiError {
  override name = "AbortedError";
}
