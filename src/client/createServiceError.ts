import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { oauthErrorSchema } from "../contract/problemDetails.ts";
import type { RouteName } from "../contract/routes/routeTable.ts";
import { routeTable } from "../contract/routes/routeTable.ts";
import { endSentence } from "../text/language/endSentence.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import { describeFailedCall, formatWaitTime } from "./errorMessages.ts";
import {
  type CallErrorContext,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  type ServiceErrorDetails,
  StaleError,
  UnauthorizedError,
} from "./errors.ts";

const errorClasses = new Map<number, typeof ServiceError>([
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [412, StaleError],
  [429, RateLimitedError],
]);

export interface ErrorResponse {
  readonly status: number;
  /** The body, redacted. */
  readonly text: string;
  readonly retryAfterMs: number | undefined;
  /** The header `WWW-Authenticate`. */
  readonly challenge?: string | undefined;
}

/** The named error of an error response, whatever its body holds. */
export function createServiceError(errorContext: CallErrorContext, response: ErrorResponse): ServiceError {
  const problem = readProblem(response.text);
  const details: ServiceErrorDetails = {
    ...errorContext,
    code: problem.code,
    title: problem.title,
    detail: problem.detail,
    errors: problem.errors,
    requestId: problem.requestId ?? errorContext.requestId,
    status: response.status,
    retryAfterMs: response.retryAfterMs,
    cause: response.text === "" ? undefined : response.text.slice(0, 10_000),
  };
  const ErrorClass = errorClasses.get(response.status) ?? ServiceError;
  return new ErrorClass(formatMessage(details, response.challenge), details);
}

interface Problem {
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly errors: ServiceErrorDetails["errors"];
}

const optionalText = z.string().max(2000).optional().catch(undefined);
const looseProblem = z.object({
  title: optionalText,
  detail: optionalText,
  code: optionalText,
  requestId: optionalText,
  errors: z.array(z.object({ path: z.string(), message: z.string() })).catch([]),
});

function readProblem(body: string): Problem {
  const json = tryParseJson(body);
  const oauth = oauthErrorSchema.safeParse(json);
  if (oauth.success) return { code: oauth.data.error, detail: oauth.data.error_description, errors: [] };
  const problem = looseProblem.safeParse(json);
  if (problem.success) return problem.data;
  const summary = summarizeBody(body);
  const page = l10n.t`a web page answered${summary ? ` ("${summary}")` : ""}. Is this the right URL?`;
  return { detail: isHtmlBody(body) ? page : summary, errors: [] };
}

export function isHtmlBody(body: string): boolean {
  return /^\s*(<!--|<!doctype html|<html|<head|<body)/i.test(body);
}

/** One readable line: the title of HTML, the beginning of anything else. */
export function summarizeBody(body: string): string | undefined {
  const title = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(body.slice(0, 10_000))?.[1];
  const shown = isHtmlBody(body) || title ? (title ?? "") : body.slice(0, 300);
  return shown.replace(/[\s\p{Cc}]+/gu, " ").trim() || undefined;
}

function formatMessage(details: ServiceErrorDetails, challenge: string | undefined): string {
  const reason = details.detail ?? details.title ?? l10n.t("the service gave no reason");
  const fields = details.errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
  const code = details.code ? ` ${details.code}` : "";
  const request = details.requestId ? l10n.t`, request ${details.requestId}` : "";
  return [
    `${describeFailedCall(details.operation, details.host)}: ${endSentence(reason)}`,
    ...(fields ? [endSentence(fields)] : []),
    ...listAdvice(details, challenge),
    `(${details.status}${code}${request})`,
  ].join(" ");
}

/** Only for a response without a reason: a reason contains its own advice. */
const advicesWithoutReason = new Map([
  [400, l10n.t("Check what was entered, and that the service is of a matching version.")],
  [409, l10n.t("Refresh, then try again.")],
  [413, l10n.t("Send less at a time.")],
  [422, l10n.t("Check what was entered, and that the service is of a matching version.")],
]);

function listAdvice(details: ServiceErrorDetails, challenge = ""): string[] {
  if (details.retryAfterMs !== undefined) return [l10n.t`Try again in ${formatWaitTime(details.retryAfterMs)}.`];
  // The detail of a 507 contains its own advice.
  if (details.status >= 500 && details.status !== 507)
    return [l10n.t("Try again; if it goes on, inform the service's operator.")];
  // Not every 403 is about scopes: a foreign host gets one too.
  const isAboutScope = details.detail === undefined || challenge.includes("insufficient_scope");
  if (details.status === 403) return isAboutScope ? [scopeAdvice(details.operation, challenge)] : [];
  const hasNoReason = details.detail === undefined && details.title === undefined && details.errors.length === 0;
  const advice = advices.get(details.status) ?? (hasNoReason ? advicesWithoutReason.get(details.status) : undefined);
  return advice ? [advice] : [];
}

const advices = new Map([
  [401, l10n.t("Sign in with a valid key.")],
  [404, l10n.t("It may have been deleted: refresh.")],
  [412, l10n.t("It changed since it was read: refresh, then try again.")],
  [429, l10n.t("Try again later.")],
]);

/** The challenge names the scope (RFC 6750): what a body contains can need another scope than the operation's. */
function scopeAdvice(operation: RouteName, challenge: string): string {
  const named = /\bscope="([a-z]{1,20})"/.exec(challenge)?.[1];
  const scope = named ?? routeTable[operation].scope;
  return scope ? l10n.t`Use a key with the scope ${scope}.` : l10n.t("Use a key with the scope that it needs.");
}
