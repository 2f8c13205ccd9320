import * as z from "zod";
import type { ClientCredentials } from "../../contract/dialectProfile.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { isHtmlBody } from "../createServiceError.ts";
import { endWithFullStop, formatWaitTime } from "../errorMessages.ts";
import {
  type ApiError,
  type CallErrorContext,
  type FailedTokenRequest,
  RateLimitedError,
  ServiceError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from "../errors.ts";
import type { HttpResponse } from "../network/httpDispatchHandler.ts";
import { parseRetryAfter } from "../retryAfterGate.ts";

const errorSchema = z.object({
  error: z.string().regex(/^[\w.-]{1,100}$/),
  error_description: z.string().optional().catch(undefined),
});

type TokenProblem = z.output<typeof errorSchema>;

export function formatFailedTokenRequest(host: string): string {
  return `Could not get an access token from ${host}`;
}

/** RFC 6749, section 5.2. */
function readProblem(response: HttpResponse): TokenProblem | undefined {
  return errorSchema.safeParse(tryParseJson(response.text)).data;
}

/** Whether the server does not know the client as it was identified. */
export function isClientRefused(response: HttpResponse): boolean {
  const problem = readProblem(response);
  return problem ? problem.error === "invalid_client" : response.status === 401;
}

/** The named error of a response that holds no access token; its secrets are redacted. */
export function createTokenError(
  bareContext: CallErrorContext,
  clientCredentials: ClientCredentials,
  response: HttpResponse,
  now: number,
): ApiError {
  const problem = readProblem(response);
  const field = problem ? findField(problem) : response.status === 401 ? "clientSecret" : "tokenUrl";
  const errorContext = { ...bareContext, tokenRequest: { clientCredentials, field } };
  const retryAfterMs = parseRetryAfter(response.headers, now);
  const message = formatMessage(errorContext, response, problem, retryAfterMs);
  if (!problem && !(response.status >= 500 || [401, 429].includes(response.status)))
    return new UnexpectedAnswerError(message, { ...errorContext, status: response.status });
  const isRefused = problem ? ["invalid_client", "unauthorized_client"].includes(problem.error) : false;
  const status = isRefused ? 401 : response.status;
  const ErrorClass = status === 401 ? UnauthorizedError : status === 429 ? RateLimitedError : ServiceError;
  return new ErrorClass(message, {
    ...{ ...errorContext, status, code: problem?.error, title: undefined, detail: message, errors: [], retryAfterMs },
  });
}

function findField({ error, error_description: description = "" }: TokenProblem): FailedTokenRequest["field"] {
  if (error === "invalid_scope") return "scopes";
  if (/\baudience\b/i.test(description)) return "audience";
  if (error === "invalid_target" || /\bresource\b/i.test(description)) return "resource";
  return "clientSecret";
}

function formatMessage(
  { host, tokenRequest: { clientCredentials, field } }: CallErrorContext & { tokenRequest: FailedTokenRequest },
  { status, text, headers }: HttpResponse,
  problem: TokenProblem | undefined,
  retryAfterMs: number | undefined,
): string {
  if (problem) {
    const reason = formatDescription(problem.error_description);
    return `${host} refused ${formatSubject(problem, field, clientCredentials)}: ${problem.error}${reason}. ${advices[field]}`;
  }
  if (status === 401) return `${host} refused the client secret (401). ${advices.clientSecret}`;
  if (status === 429 || status >= 500) {
    const advice = retryAfterMs === undefined ? "Try again later" : `Try again in ${formatWaitTime(retryAfterMs)}`;
    return `${host} gave no access token (${status}). ${advice}; if it goes on, tell the server's operator.`;
  }
  const target =
    status >= 300 && status < 400 ? URL.parse(headers.location ?? "", clientCredentials.tokenUrl) : undefined;
  if (target)
    return `${host} points to ${target.origin}${target.pathname}; the client secret was not sent there. ${advices.tokenUrl}`;
  const what = isHtmlBody(text) ? "a web page" : status === 200 ? "no usable access token" : `status ${status}`;
  return `${host} answered the request for an access token with ${what}. ${advices.tokenUrl}`;
}

const advices: Readonly<Record<FailedTokenRequest["field"], string>> = {
  tokenUrl: "Check the token address.",
  clientId: "Sign in with a client id.",
  clientSecret: "Check the client id and the secret.",
  scopes: "Request other scopes.",
  audience: "Enter the audience that it expects.",
  resource: "Enter the resource that it expects.",
};

function formatSubject({ error }: TokenProblem, field: FailedTokenRequest["field"], { scopes }: ClientCredentials) {
  if (error === "invalid_client") return "the client secret";
  if (field === "scopes") return scopes?.length ? `the scopes ${scopes.join(" ")}` : "a request without scopes";
  return "to give an access token";
}

/** One bounded line. */
function formatDescription(description = ""): string {
  const line = description.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  const bounded = line.length > 200 ? `${line.slice(0, 200)}...` : line;
  return bounded === "" ? "" : ` (${endWithFullStop(bounded).replace(/\.$/, "")})`;
}
