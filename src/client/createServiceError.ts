import * as z from "zod";
import type { OperationName } from "../contract/operations.ts";
import { operationTable } from "../contract/operations.ts";
import { oauthErrorSchema } from "../contract/problemDetails.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import { describeFailedCall, endWithFullStop, formatWaitTime } from "./errorMessages.ts";
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

const kinds = new Map<number, typeof ServiceError>([
  [401, UnauthorizedError],
  [403, ForbiddenError],
  [404, NotFoundError],
  [409, ConflictError],
  [412, StaleError],
  [429, RateLimitedError],
]);

export interface ErrorResponse {
  readonly status: number;
  /** The body with every secret of the request taken out. */
  readonly text: string;
  readonly retryAfterMs: number | undefined;
  /** Its `WWW-Authenticate`. */
  readonly challenge?: string | undefined;
}

/** The named error of an answer that is no success, whatever its body looks like. */
export function createServiceError(circumstances: CallErrorContext, answer: ErrorResponse): ServiceError {
  const told = tellingOf(answer.text);
  const refusal: ServiceErrorDetails = {
    ...circumstances,
    code: told.code,
    title: told.title,
    detail: told.detail,
    errors: told.errors,
    requestId: told.requestId ?? circumstances.requestId,
    status: answer.status,
    retryAfterMs: answer.retryAfterMs,
    cause: answer.text === "" ? undefined : answer.text.slice(0, 10_000),
  };
  const Kind = kinds.get(answer.status) ?? ServiceError;
  return new Kind(messageOf(refusal, answer.challenge), refusal);
}

interface Telling {
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
  readonly requestId?: string | undefined;
  readonly errors: ServiceErrorDetails["errors"];
}

const text = z.string().max(2000).optional().catch(undefined);
const looseProblem = z.object({
  title: text,
  detail: text,
  code: text,
  requestId: text,
  errors: z.array(z.object({ path: z.string(), message: z.string() })).catch([]),
});

function tellingOf(body: string): Telling {
  const json = tryParseJson(body);
  const oauth = oauthErrorSchema.safeParse(json);
  if (oauth.success) return { code: oauth.data.error, detail: oauth.data.error_description, errors: [] };
  const problem = looseProblem.safeParse(json);
  if (problem.success) return problem.data;
  const shown = summarizeBody(body);
  const page = `a web page answered${shown ? ` ("${shown}")` : ""}. Is this the right URL?`;
  return { detail: isHtmlBody(body) ? page : shown, errors: [] };
}

export function isHtmlBody(body: string): boolean {
  return /^\s*(<!--|<!doctype html|<html|<head|<body)/i.test(body);
}

/** One line a person can read: of HTML only its title, of anything else its beginning. */
export function summarizeBody(body: string): string | undefined {
  const title = /<title[^>]*>([^<]{1,200})<\/title>/i.exec(body.slice(0, 10_000))?.[1];
  const shown = isHtmlBody(body) || title ? (title ?? "") : body.slice(0, 300);
  return shown.replace(/[\s\p{Cc}]+/gu, " ").trim() || undefined;
}

function messageOf(refusal: ServiceErrorDetails, challenge: string | undefined): string {
  const reason = refusal.detail ?? refusal.title ?? "the service gave no reason";
  const fields = refusal.errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join("; ");
  const code = refusal.code ? ` ${refusal.code}` : "";
  const request = refusal.requestId ? `, request ${refusal.requestId}` : "";
  return [
    `${describeFailedCall(refusal.operation, refusal.host)}: ${endWithFullStop(reason)}`,
    ...(fields ? [endWithFullStop(fields)] : []),
    ...adviceOf(refusal, challenge),
    `(${refusal.status}${code}${request})`,
  ].join(" ");
}

/** Where the service says why, it also knows best what to do. */
const advicesWithoutReason = new Map([
  [400, "Check what was entered, and that the service is of a matching version."],
  [409, "Refresh, then try again."],
  [413, "Send less at a time."],
  [422, "Check what was entered, and that the service is of a matching version."],
]);

function adviceOf(refusal: ServiceErrorDetails, challenge = ""): string[] {
  if (refusal.retryAfterMs !== undefined) return [`Try again in ${formatWaitTime(refusal.retryAfterMs)}.`];
  // 507 says itself what to do.
  if (refusal.status >= 500 && refusal.status !== 507)
    return ["Try again; if it goes on, tell the service's operator."];
  // Not every 403 is about scopes: a foreign host is one too.
  const isAboutScope = refusal.detail === undefined || challenge.includes("insufficient_scope");
  if (refusal.status === 403) return isAboutScope ? [scopeAdvice(refusal.operation)] : [];
  const isSilent = refusal.detail === undefined && refusal.title === undefined && refusal.errors.length === 0;
  const advice = advices.get(refusal.status) ?? (isSilent ? advicesWithoutReason.get(refusal.status) : undefined);
  return advice ? [advice] : [];
}

const advices = new Map([
  [401, "Sign in with a valid key."],
  [404, "It may have been deleted: refresh."],
  [412, "It changed since it was read: refresh, then try again."],
  [429, "Try again later."],
]);

function scopeAdvice(operation: OperationName): string {
  return `Use a key with the scope ${operationTable[operation].scope ?? "it needs"}.`;
}
