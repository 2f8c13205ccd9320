import type { OperationName } from "../contract/operations.ts";
import type { Clock } from "./clock.ts";
import { createServiceError } from "./createServiceError.ts";
import { createTransportError } from "./createTransportError.ts";
import { decideRedirect } from "./decideRedirect.ts";
import type { AttemptFailure } from "./decideRetry.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { ApiError, type CallErrorContext, RedirectedError } from "./errors.ts";
import { type HttpResponse, type HttpStreamLimits, TransportFailure } from "./network/httpDispatchHandler.ts";
import { parseRetryAfter } from "./parseRetryAfter.ts";
import { hasSecretInUrl, type RequestSecrets, redactResponse, redactSecretTexts, redactStream } from "./redaction.ts";
import type { RetryAfterGate } from "./retryAfterGate.ts";
import type { HttpRequest, HttpTransport } from "./transport.ts";

/** One attempt of a call, for the log. It names no query, no body and no key. */
export interface RequestLogEntry {
  readonly operation: OperationName;
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly ms: number;
  readonly attempt: number;
  readonly requestId?: string;
  readonly error?: string;
}

export interface ClientContext {
  readonly base: URL;
  readonly key: () => Promise<string | undefined>;
  readonly organizationId: () => string | undefined;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: (entry: RequestLogEntry) => void;
  /** Without it, what a service asks for is heeded within a call only. */
  readonly patience?: RetryAfterGate;
}

const answerLimits = { maxBytes: 64 * 2 ** 20, redirects: 5 } as const;

export type AttemptOutcome =
  | { readonly kind: "answered"; readonly answer: HttpResponse; readonly circumstances: CallErrorContext }
  | {
      readonly kind: "failed";
      readonly error: ApiError;
      readonly failure: AttemptFailure;
      /** What was refused with. */
      readonly refused?: HttpResponse;
    };

/** A call made ready to be sent, once or more often. */
export interface PreparedCall {
  readonly operation: OperationName;
  readonly request: HttpRequest;
  readonly unsaid: RequestSecrets;
  readonly signal: AbortSignal | undefined;
  readonly stream: HttpStreamLimits | undefined;
  /** Whether a repetition has no second effect, where its headers do not tell. */
  readonly guarded?: boolean;
}

interface Turn {
  readonly attempt: number;
  readonly leftMs: () => number;
  readonly deadlineMs: number;
}

export async function sendAttempt(context: ClientContext, prepared: PreparedCall, turn: Turn): Promise<AttemptOutcome> {
  const started = context.clock.now();
  const outcome = await outcomeOf(context, prepared, turn);
  context.log({
    operation: prepared.operation,
    method: prepared.request.method,
    path: prepared.request.url.pathname,
    ms: context.clock.now() - started,
    attempt: turn.attempt,
    ...told(outcome),
  });
  return outcome;
}

function told(outcome: AttemptOutcome): Partial<RequestLogEntry> {
  if (outcome.kind === "answered") {
    const { requestId } = outcome.circumstances;
    return { status: outcome.answer.status, ...(requestId === undefined ? {} : { requestId }) };
  }
  const { requestId, message } = outcome.error;
  const status = outcome.failure.kind === "answered" ? { status: outcome.failure.status } : {};
  return { ...status, ...(requestId === undefined ? {} : { requestId }), error: message };
}

async function outcomeOf(context: ClientContext, prepared: PreparedCall, turn: Turn): Promise<AttemptOutcome> {
  const circumstances = { operation: prepared.operation, host: context.base.host };
  const limits = { deadlineMs: turn.deadlineMs, maxBytes: answerLimits.maxBytes };
  try {
    const held = context.patience?.refusal(prepared.operation);
    const answer = held ?? (await sendFollowing(context, prepared, turn.leftMs));
    return judge(context, circumstances, redactResponse(prepared.operation, answer, prepared.unsaid));
  } catch (error) {
    if (error instanceof ApiError) return { kind: "failed", error, failure: { kind: "final" } };
    if (!(error instanceof TransportFailure)) throw error;
    return { kind: "failed", error: createTransportError(circumstances, error, limits), failure: failureOf(error) };
  }
}

function failureOf({ kind, sent }: TransportFailure): AttemptFailure {
  if (kind !== "network") return { kind: "final" };
  return { kind: sent ? "lost" : "unsent" };
}

async function sendFollowing(
  { transport, base }: ClientContext,
  { operation, request, unsaid, signal, stream }: PreparedCall,
  leftMs: () => number,
): Promise<HttpResponse> {
  let current = request;
  for (let hops = 0; ; hops += 1) {
    if (hasSecretInUrl(current.url, unsaid.secrets)) throw secretInAddress({ operation, host: base.host });
    const answer = await transport.send(current, {
      signal,
      deadlineMs: leftMs(),
      maxBytes: answerLimits.maxBytes,
      ...(stream ? { stream: redactStream(stream, unsaid) } : {}),
    });
    const redirect = decideRedirect(current, answer);
    if (redirect.kind === "none") return answer;
    if (redirect.kind === "follow" && hops < answerLimits.redirects) {
      current = redirect.request;
      continue;
    }
    const where = redirect.kind === "refuse" ? `${redirect.target}${redirect.reason}` : "one address after another";
    throw new RedirectedError(
      `${describeFailedCall(operation, base.host)}: it points to ${redactSecretTexts(where, unsaid.secrets)}. Use the URL of the service itself.`,
      { operation, host: base.host, status: answer.status, cause: `status ${answer.status}` },
    );
  }
}

function judge(context: ClientContext, bare: CallErrorContext, answer: HttpResponse): AttemptOutcome {
  const requestId = headerText(answer.headers["x-request-id"]);
  const circumstances = { ...bare, requestId };
  if (answer.status >= 200 && answer.status < 300) return { kind: "answered", answer, circumstances };
  const waitMs = parseRetryAfter(answer.headers, context.clock.now());
  if (waitMs && (answer.status === 429 || answer.status === 503))
    context.patience?.heed(bare.operation, answer, waitMs);
  const error = createServiceError(circumstances, {
    status: answer.status,
    text: answer.text,
    retryAfterMs: waitMs,
    challenge: headerText(answer.headers["www-authenticate"]),
  });
  return {
    kind: "failed",
    error,
    failure: { kind: "answered", status: error.status, code: error.code, retryAfterMs: waitMs },
    refused: answer,
  };
}

function headerText(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text?.slice(0, 200) || undefined;
}

function secretInAddress(circumstances: CallErrorContext): RedirectedError {
  const what = describeFailedCall(circumstances.operation, circumstances.host);
  const message = `${what}: where the service points to holds the key, which belongs in no address: it was not asked for. Tell the service's operator.`;
  return new RedirectedError(message, circumstances);
}
