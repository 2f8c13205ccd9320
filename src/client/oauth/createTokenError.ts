import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { ClientCredentials } from "../../contract/dialectProfile.ts";
import { endSentence } from "../../text/language/endSentence.ts";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { isHtmlBody } from "../createServiceError.ts";
import { formatWaitTime } from "../errorMessages.ts";
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
  return l10n.t`Could not get an access token from ${host}`;
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
    ...errorContext,
    status,
    code: problem?.error,
    title: undefined,
    detail: message,
    errors: [],
    retryAfterMs,
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
  if (problem) return `${describeProblem(host, problem, field, clientCredentials)} ${advices[field]}`;
  if (status === 401) return `${l10n.t`${host} refused the client secret (401).`} ${advices.clientSecret}`;
  if (status === 429 || status >= 500)
    return retryAfterMs === undefined
      ? l10n.t`${host} gave no access token (${status}). Try again later; if it goes on, inform the server's operator.`
      : l10n.t`${host} gave no access token (${status}). Try again in ${formatWaitTime(retryAfterMs)}; if it goes on, inform the server's operator.`;
  const target =
    status >= 300 && status < 400 ? URL.parse(headers.location ?? "", clientCredentials.tokenUrl) : undefined;
  if (target)
    return `${l10n.t`${host} points to ${target.origin + target.pathname}; the client secret was not sent there.`} ${advices.tokenUrl}`;
  const answer = isHtmlBody(text)
    ? l10n.t`${host} answered the request for an access token with a web page.`
    : status === 200
      ? l10n.t`${host} answered the request for an access token with no usable access token.`
      : l10n.t`${host} answered the request for an access token with status ${status}.`;
  return `${answer} ${advices.tokenUrl}`;
}

const advices: Readonly<Record<FailedTokenRequest["field"], string>> = {
  tokenUrl: l10n.t("Check the token address."),
  clientId: l10n.t("Sign in with a client id."),
  clientSecret: l10n.t("Check the client id and the secret."),
  scopes: l10n.t("Request other scopes."),
  audience: l10n.t("Enter the audience that it expects."),
  resource: l10n.t("Enter the resource that it expects."),
};

function describeProblem(
  host: string,
  { error, error_description: description }: TokenProblem,
  field: FailedTokenRequest["field"],
  { scopes }: ClientCredentials,
): string {
  const reason = error + formatDescription(description);
  if (error === "invalid_client") return l10n.t`${host} refused the client secret: ${reason}.`;
  if (field !== "scopes") return l10n.t`${host} refused to give an access token: ${reason}.`;
  return scopes?.length
    ? l10n.t`${host} refused the scopes ${scopes.join(" ")}: ${reason}.`
    : l10n.t`${host} refused a request without scopes: ${reason}.`;
}

/** One bounded line. */
function formatDescription(description = ""): string {
  const line = description.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  const bounded = line.length > 200 ? `${line.slice(0, 200)}...` : line;
  return bounded === "" ? "" : ` (${endSentence(bounded).replace(/\.$/, "")})`;
}
