import * as l10n from "@vscode/l10n";
import {
  type OperationInput,
  type OperationName,
  operationTable,
  type ReceivedOutput,
} from "../contract/operations.ts";
import { type RouteName, routeTable } from "../contract/routes/routeTable.ts";
import { readJson } from "../text/readJson.ts";
import { type CallOptions, defaultDeadlineMs, type OperationCalls } from "./client.ts";
import type { ClientContext } from "./clientContext.ts";
import { startDeadline } from "./clock.ts";
import { createServiceError } from "./createServiceError.ts";
import { createTransportError } from "./createTransportError.ts";
import { type AttemptFailure, decideRetry } from "./decideRetry.ts";
import { describeFailedCall } from "./errorMessages.ts";
import {
  AbortedError,
  ApiError,
  type CallErrorContext,
  NetworkError,
  RedirectedError,
  ServiceError,
  UnauthorizedError,
  UnexpectedAnswerError,
} from "./errors.ts";
import { followRedirects } from "./followRedirects.ts";
import { type HttpResponse, type HttpStreamLimits, TransportFailure } from "./network/httpDispatchHandler.ts";
import { parseResponse, parseResponseJson } from "./parseResponse.ts";
import { type OperationCall, type PreparedCall, prepareCall, replaceKey } from "./prepareCall.ts";
import { redactResponse, redactSecretTexts, redactStream } from "./redaction.ts";
import { parseRetryAfter } from "./retryAfterGate.ts";
import type { HttpRequest } from "./transport.ts";

// One request reads top to bottom in this file:
//
//   reportFailures         reports a refused key and an unreachable service to the session, and an unusable response to the log
//   (dialect/connect.ts    speaks to the service in its own way, where it does not speak the contract)
//   createContractCalls    parses the response: parseResponse.ts
//   prepareCall            reads the key or the access token (oauth/accessTokens.ts), collects the secrets, builds the request: prepareCall.ts
//   sendWithRetries        starts the deadline (clock.ts), retries after a back-off or a Retry-After: decideRetry.ts
//   sendAttempt            sends again with a new access token if the service refuses the one that was sent
//   runLoggedAttempt       logs the attempt
//   runAttempt             sends nothing while the Retry-After of another call holds: retryAfterGate.ts
//   followRedirects        follows reads within the service's origin: followRedirects.ts
//   HttpTransport.send     sends over HTTP and limits time and size: transport.ts
//   redactResponse         removes the request's secrets from the response: redaction.ts
//   readOutcome            reads Retry-After (retryAfterGate.ts), creates the error of a refusal: createServiceError.ts
//   createTransportError   creates the error where there is no response: createTransportError.ts
//
// Lists (createServiceClient.ts) and events (events/) are made of such requests.

/** A successful response, and what an error about its content has to name. */
export interface SuccessfulAttempt {
  readonly kind: "succeeded";
  readonly response: HttpResponse;
  readonly errorContext: CallErrorContext;
}

interface FailedAttempt {
  readonly error: ApiError;
  readonly failure: AttemptFailure;
}

/** `refused` has an error response, `failed` has none. */
export type AttemptOutcome =
  | SuccessfulAttempt
  | (FailedAttempt & { readonly kind: "refused"; readonly response: HttpResponse })
  | (FailedAttempt & { readonly kind: "failed" });

interface AttemptTiming {
  readonly attempt: number;
  readonly leftMs: () => number;
  readonly deadlineMs: number;
}

const maxResponseBytes = 64 * 2 ** 20;

/** The same calls; a refused key and an unreachable service are reported to the session, an unusable response to the log. */
export function reportFailures({ log, clock, onUnauthorized, onReachability }: ClientContext, calls: OperationCalls) {
  // An operation without a scope is refused for its input, not for the key.
  const reportUnauthorized = (operation: RouteName, error?: UnauthorizedError) => {
    if (routeTable[operation].scope !== null) onUnauthorized(error);
  };
  const reportReachability = (error: unknown) => {
    if (error instanceof NetworkError) onReachability(error);
    else if (error instanceof ServiceError || error instanceof UnexpectedAnswerError) onReachability(undefined);
  };
  const reportFrom = (operation: RouteName) => {
    const startedAt = clock.now();
    return (error: unknown): never => {
      if (error instanceof UnauthorizedError) reportUnauthorized(operation, error);
      reportReachability(error);
      // A redirect, like a failure without a response, is in the log with its attempt.
      const isLogged = !(error instanceof UnexpectedAnswerError) || error instanceof RedirectedError;
      if (!isLogged && error.status !== undefined) {
        const { status, requestId, message } = error;
        const { method, path } = routeTable[error.operation];
        const identity = { operation: error.operation, method, path, ...(requestId !== undefined && { requestId }) };
        log({ ...identity, status, ms: clock.now() - startedAt, attempt: 1, error: message });
      }
      throw error;
    };
  };
  const reportSuccess = <T>(result: T): T => {
    onReachability(undefined);
    return result;
  };
  const reportedCalls: OperationCalls = {
    call: (name, input, options) => calls.call(name, input, options).then(reportSuccess, reportFrom(name)),
    fetchJson: (name, input, options) => calls.fetchJson(name, input, options).then(reportSuccess, reportFrom(name)),
    fetchResponse: async (name, input, options) => {
      const response = await calls.fetchResponse(name, input, options).then(reportSuccess, reportFrom(name));
      if (response.status === 401) reportUnauthorized(name);
      return response;
    },
  };
  const throwEventsError = (error: unknown): never => {
    if (error instanceof UnauthorizedError) reportUnauthorized("deployment.events", error);
    reportReachability(error);
    throw error;
  };
  return { calls: reportedCalls, throwEventsError };
}

/** Calls a service that speaks the contract. */
export function createContractCalls(context: ClientContext): OperationCalls {
  return {
    // The one place where a parsed response gets the type of the schema that parsed it.
    call: async <N extends OperationName>(name: N, input: OperationInput<N>, options: CallOptions = {}) => {
      const { errorContext, response } = await sendCall(context, { name, input, options });
      return (await parseResponse(errorContext, response, operationTable[name].output)) as ReceivedOutput<N>;
    },
    fetchJson: async (name, input, options = {}) => {
      const { errorContext, response } = await sendCall(context, { name, input, options });
      return parseResponseJson(errorContext, response, operationTable[name].output !== null);
    },
    fetchResponse: async (name, input, options = {}) => {
      const prepared = await prepareCall(context, { name, input, options });
      const startedAt = context.clock.now();
      const outcome = await sendWithRetries(context, prepared, options.deadlineMs);
      const durationMs = context.clock.now() - startedAt;
      if (outcome.kind === "failed") throw outcome.error;
      const { requestId } = outcome.kind === "succeeded" ? outcome.errorContext : outcome.error;
      const text = redactSecretTexts(outcome.response.text, prepared.secrets.credentials);
      return { status: outcome.response.status, requestId, durationMs, body: readBody(text) };
    },
  };
}

function readBody(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

/** Sends a call until it succeeds, is refused for good or is out of time. */
export async function sendCall(context: ClientContext, call: OperationCall): Promise<SuccessfulAttempt> {
  const prepared = await prepareCall(context, call);
  return requireSuccess(await sendWithRetries(context, prepared, call.options.deadlineMs));
}

/** Sends a call once, however it ends: a stream must not start again from its beginning. */
export async function sendCallOnce(context: ClientContext, call: OperationCall): Promise<SuccessfulAttempt> {
  const { deadlineMs = defaultDeadlineMs } = call.options;
  const prepared = await prepareCall(context, call);
  const leftMs = startDeadline(context.clock, deadlineMs);
  return requireSuccess(await sendAttempt(context, prepared, { attempt: 1, leftMs, deadlineMs }));
}

function requireSuccess(outcome: AttemptOutcome): SuccessfulAttempt {
  if (outcome.kind !== "succeeded") throw outcome.error;
  return outcome;
}

export async function sendWithRetries(
  context: ClientContext,
  prepared: PreparedCall,
  deadlineMs: number = defaultDeadlineMs,
): Promise<AttemptOutcome> {
  const { clock } = context;
  const { operation, request, signal, isIdempotent } = prepared;
  const leftMs = startDeadline(clock, deadlineMs);
  let waitedMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendAttempt(context, prepared, { attempt, leftMs, deadlineMs });
    if (outcome.kind === "succeeded") return outcome;
    const { failure } = outcome;
    const facts = { attempt, method: request.method, isIdempotent, failure, waitedMs, leftMs: leftMs() };
    const { retry, delayMs } = decideRetry({ ...facts, random: context.random() });
    if (!retry) return outcome;
    await clock.wait(delayMs, signal).catch((cause: unknown) => {
      const { host } = context.base;
      throw new AbortedError(l10n.t`${describeFailedCall(operation, host)}: cancelled.`, { operation, host, cause });
    });
    waitedMs += delayMs;
  }
}

/** Sends a call; once more if its access token was refused, which proves that the call had no effect. */
export async function sendAttempt(
  context: ClientContext,
  prepared: PreparedCall,
  timing: AttemptTiming,
): Promise<AttemptOutcome> {
  const outcome = await runLoggedAttempt(context, prepared, timing);
  const { operation, key, signal } = prepared;
  if (outcome.kind !== "refused" || outcome.response.status !== 401 || key === undefined) return outcome;
  try {
    const renewed = await context.renewKey(key, { operation, signal, deadlineMs: timing.leftMs() });
    return renewed === undefined ? outcome : runLoggedAttempt(context, replaceKey(prepared, key, renewed), timing);
  } catch (error) {
    if (error instanceof ApiError) return { kind: "failed", error, failure: { kind: "final" } };
    throw error;
  }
}

async function runLoggedAttempt(
  context: ClientContext,
  prepared: PreparedCall,
  timing: AttemptTiming,
): Promise<AttemptOutcome> {
  const startedAt = context.clock.now();
  const outcome = await runAttempt(context, prepared, timing);
  const { requestId } = outcome.kind === "succeeded" ? outcome.errorContext : outcome.error;
  context.log({
    operation: prepared.operation,
    method: prepared.request.method,
    path: prepared.request.url.pathname,
    ms: context.clock.now() - startedAt,
    attempt: timing.attempt,
    ...(outcome.kind !== "failed" && { status: outcome.response.status }),
    ...(requestId !== undefined && { requestId }),
    ...(outcome.kind !== "succeeded" && { error: outcome.error.message }),
  });
  return outcome;
}

async function runAttempt(
  context: ClientContext,
  { operation, request, secrets, signal, stream }: PreparedCall,
  { leftMs, deadlineMs }: AttemptTiming,
): Promise<AttemptOutcome> {
  const errorContext = { operation, host: context.base.host };
  const limits = { deadlineMs, maxBytes: maxResponseBytes };
  const send = (to: HttpRequest) => {
    const redacted = stream && { stream: redactStream(withoutUnauthorized(stream), secrets) };
    return context.transport.send(to, { ...limits, ...redacted, signal, deadlineMs: leftMs() });
  };
  try {
    const held = context.retryAfterGate.heldResponse(operation);
    const response = held ?? (await followRedirects(request, send, secrets.credentials, errorContext));
    return readOutcome(context, errorContext, redactResponse(operation, response, secrets));
  } catch (error) {
    if (error instanceof ApiError) return { kind: "failed", error, failure: { kind: "final" } };
    if (!(error instanceof TransportFailure)) throw error;
    const failure: AttemptFailure = { kind: error.kind !== "network" ? "final" : error.sent ? "lost" : "unsent" };
    return { kind: "failed", error: createTransportError(errorContext, error, limits), failure };
  }
}

/** The reader of a stream does not see a 401: the stream may open with another access token. */
function withoutUnauthorized(stream: HttpStreamLimits): HttpStreamLimits {
  return { ...stream, accept: (status, headers) => (status === 401 ? undefined : stream.accept(status, headers)) };
}

function readOutcome(context: ClientContext, bareContext: CallErrorContext, response: HttpResponse): AttemptOutcome {
  const { status, headers, text } = response;
  const errorContext = { ...bareContext, requestId: readHeader(headers["x-request-id"]) };
  if (status >= 200 && status < 300) return { kind: "succeeded", response, errorContext };
  const retryAfterMs = parseRetryAfter(headers, context.clock.now());
  if (retryAfterMs && (status === 429 || status === 503))
    context.retryAfterGate.hold(errorContext.operation, response, retryAfterMs);
  const challenge = readHeader(headers["www-authenticate"]);
  const error = createServiceError(errorContext, { status, text, retryAfterMs, challenge });
  return { kind: "refused", error, failure: { kind: "refused", status, code: error.code, retryAfterMs }, response };
}

function readHeader(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text?.slice(0, 200) || undefined;
}
