import { type ProblemCode, type ProblemDetails, problemCodes } from "../../contract/problemDetails.ts";
import { SealError } from "../storage/secretBox.ts";
import { describeStorageFailure } from "../storage/storageFailure.ts";

interface ProblemOptions {
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A failure whose message is sent to the client. Every other thrown error becomes `internal`. */
export class ServiceProblem extends Error {
  readonly code: ProblemCode;
  readonly errors: ProblemOptions["errors"];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail, { cause: options.cause });
    this.name = "ServiceProblem";
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

/** A response with status 503 that asks the client to send the request again after two seconds. */
export function createRetryLaterProblem(message: string, cause?: unknown): ServiceProblem {
  return new ServiceProblem("unavailable", message, { headers: { "Retry-After": "2" }, cause });
}

/** A row that must be there. */
export function requireFound<Row>(row: Row | undefined, kind: string, id: string): Row {
  if (row !== undefined) return row;
  throw new ServiceProblem("not_found", `There is no ${kind} "${id}".`);
}

/** The problem of one field of a request. */
export const createFieldProblem = (code: ProblemCode, path: string, message: string) =>
  new ServiceProblem(code, message, { errors: [{ path, message }] });

const titles: Readonly<Record<ProblemCode, string>> = {
  invalid_request: "The request is not valid",
  unauthenticated: "No valid API key",
  forbidden: "Not allowed",
  limit_reached: "The organization's limit is reached",
  not_found: "Not found",
  method_not_allowed: "Method not allowed",
  conflict: "Conflict",
  stale: "Changed in the meantime",
  too_large: "Too large",
  unsupported_media_type: "Unsupported media type",
  idempotency_mismatch: "The idempotency key was used for another request",
  unusable: "Cannot be used",
  rate_limited: "Too many requests",
  internal: "Something went wrong in the service",
  unavailable: "Not available",
  storage_failed: "Storing failed",
};

/** Creates the problem response of any thrown value. */
export function createProblemResponse(thrown: unknown, requestId?: string): Response {
  const problem = thrown instanceof ServiceProblem ? thrown : toServiceProblem(thrown, requestId);
  const status = problemCodes[problem.code];
  const body: ProblemDetails = {
    type: "about:blank",
    title: titles[problem.code],
    status,
    detail: problem.message,
    code: problem.code,
    requestId,
    errors: problem.errors && [...problem.errors],
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      ...(requestId !== undefined && { "X-Request-Id": requestId }),
      ...problem.headers,
    },
  });
}

/** The user can repair a full disk or a lost key, so those causes are sent. For other errors the response only contains the request id. */
function toServiceProblem(thrown: unknown, requestId: string | undefined): ServiceProblem {
  if (thrown instanceof SealError) return new ServiceProblem("unusable", thrown.message, { cause: thrown });
  const reason = describeStorageFailure(thrown);
  return reason === undefined
    ? new ServiceProblem("internal", `The service's log contains the cause: search for ${requestId ?? "the error"}.`, {
        cause: thrown,
      })
    : new ServiceProblem("storage_failed", `The service's data folder: ${reason}`, { cause: thrown });
}
