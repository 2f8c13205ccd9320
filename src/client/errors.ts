import type { ClientCredentials } from "../contract/dialectProfile.ts";
import type { RouteName } from "../contract/routes/routeTable.ts";

/** What every failed call names. The messages are shown to users: what failed, on what, what to do. */
export interface CallErrorContext {
  readonly operation: RouteName;
  /** Host and port of the service. */
  readonly host: string;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
  readonly tokenRequest?: FailedTokenRequest | undefined;
}

/** The request for an access token that failed, so that the call was not sent. */
export interface FailedTokenRequest {
  readonly clientCredentials: ClientCredentials;
  /** What to correct. */
  readonly field: "tokenUrl" | "clientId" | "clientSecret" | "scopes" | "audience" | "resource";
}

/** Any failed call. Other bundles distinguish errors by `name`, because the client's classes are not theirs. */
export class ApiError extends Error {
  override name = "ApiError";
  readonly operation: RouteName;
  readonly host: string;
  readonly requestId: string | undefined;
  readonly tokenRequest: FailedTokenRequest | undefined;

  constructor(message: string, { operation, host, requestId, cause, tokenRequest }: CallErrorContext) {
    super(message, { cause });
    this.operation = operation;
    this.host = host;
    this.requestId = requestId;
    this.tokenRequest = tokenRequest;
  }
}

export interface ServiceErrorDetails extends CallErrorContext {
  readonly status: number;
  readonly code: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** The wait that the service asked for. */
  readonly retryAfterMs: number | undefined;
  /** Whether it is about the first request of a connection, and leaves open how the service takes the key. */
  readonly isAtContact?: boolean;
}

/** An error response: the service refused the request or failed. */
export class ServiceError extends ApiError {
  override name = "ServiceError";
  readonly status: number;
  readonly code: string | undefined;
  readonly title: string | undefined;
  readonly detail: string | undefined;
  readonly errors: ServiceErrorDetails["errors"];
  readonly retryAfterMs: number | undefined;
  readonly isAtContact: boolean;

  constructor(message: string, details: ServiceErrorDetails) {
    super(message, details);
    this.status = details.status;
    this.code = details.code;
    this.title = details.title;
    this.detail = details.detail;
    this.errors = details.errors;
    this.retryAfterMs = details.retryAfterMs;
    this.isAtContact = details.isAtContact ?? false;
  }
}

/** The code of a `ServiceError` of an operation that the service does not have. */
export const notOfferedCode = "not_offered";

/** 401: the key is missing, wrong, deleted or expired. */
export class UnauthorizedError extends ServiceError {
  override name = "UnauthorizedError";
}

/** 403: the key is valid and lacks the permission. */
export class ForbiddenError extends ServiceError {
  override name = "ForbiddenError";
}

export class NotFoundError extends ServiceError {
  override name = "NotFoundError";
}

/** 409: the request conflicts with the current state. */
export class ConflictError extends ServiceError {
  override name = "ConflictError";
}

/** 412: the etag of `If-Match` is stale. */
export class StaleError extends ConflictError {
  override name = "StaleError";
}

export class RateLimitedError extends ServiceError {
  override name = "RateLimitedError";
}

/** A response that does not match the contract: HTML, broken JSON, a missing field. */
export class UnexpectedAnswerError extends ApiError {
  override name = "UnexpectedAnswerError";
  readonly status: number | undefined;

  constructor(message: string, facts: CallErrorContext & { readonly status?: number | undefined }) {
    super(message, facts);
    this.status = facts.status;
  }
}

/** A response of another service in which nothing is recognised. */
export class UnclearAnswerError extends UnexpectedAnswerError {
  override name = "UnclearAnswerError";
  /** What was not recognised, without the call and the advice of the message. */
  readonly problem: string | undefined;

  constructor(
    message: string,
    facts: ConstructorParameters<typeof UnexpectedAnswerError>[1] & { readonly problem?: string },
  ) {
    super(message, facts);
    this.problem = facts.problem;
  }
}

/** A list has more items or pages than are read. The ones before it were returned. */
export class ListTooLongError extends ApiError {
  override name = "ListTooLongError";
}

/** The service redirected elsewhere; the key was not sent there. */
export class RedirectedError extends UnexpectedAnswerError {
  override name = "RedirectedError";
}

/** No response: name resolution, connection, TLS, proxy. `code` is Node's or undici's. */
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
}

/** The caller cancelled, so there is nothing to show. */
export class AbortedError extends ApiError {
  override name = "AbortedError";
}

/** The user did not confirm the request, so it was not sent. */
export class NotConfirmedError extends AbortedError {
  override name = "NotConfirmedError";
}
