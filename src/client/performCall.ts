import type { OperationName } from "../contract/operations.ts";
import { operationTable } from "../contract/operations.ts";
import { buildHttpRequest } from "./buildHttpRequest.ts";
import { type CallOptions, defaultDeadlineMs } from "./callOptions.ts";
import { decideRetry } from "./decideRetry.ts";
import { describeFailedCall } from "./errorMessages.ts";
import { AbortedError, type CallErrorContext, UnauthorizedError } from "./errors.ts";
import type { HttpResponse, HttpStreamLimits } from "./network/httpDispatchHandler.ts";
import { collectRequestSecrets } from "./redaction.ts";
import { type AttemptOutcome, type ClientContext, type PreparedCall, sendAttempt } from "./sendAttempt.ts";
import { startDeadline } from "./startDeadline.ts";
import type { HttpRequest } from "./transport.ts";

export interface OperationCall {
  readonly name: OperationName;
  readonly input: object;
  readonly options: CallOptions;
  readonly headers?: Readonly<Record<string, string>>;
  readonly stream?: HttpStreamLimits;
}

/** A successful answer, and what an error about its content would have to tell. */
export interface SuccessfulCall {
  readonly answer: HttpResponse;
  readonly circumstances: CallErrorContext;
}

/** Sends a call until it is answered well, is refused, or its time is over. */
export async function performCall(context: ClientContext, call: OperationCall): Promise<SuccessfulCall> {
  const outcome = await sendWithRetries(context, call, await prepareCall(context, call));
  if (outcome.kind === "answered") return outcome;
  throw outcome.error;
}

/** The same, with how it ended in the end as an answer. */
export async function sendWithRetries(
  context: ClientContext,
  call: OperationCall,
  prepared: PreparedCall,
): Promise<AttemptOutcome> {
  const { clock } = context;
  const { signal, deadlineMs = defaultDeadlineMs } = call.options;
  const leftMs = startDeadline(clock, deadlineMs);
  let waitedMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendAttempt(context, prepared, { attempt, leftMs, deadlineMs });
    if (outcome.kind === "answered") return outcome;
    const { retry, delayMs } = decideRetry({
      attempt,
      method: prepared.request.method,
      guarded: prepared.guarded ?? isGuarded(prepared.request),
      failure: outcome.failure,
      waitedMs,
      leftMs: leftMs(),
      random: context.random(),
    });
    if (!retry) return outcome;
    await clock.wait(delayMs, signal).catch((cause: unknown) => {
      throw aborted({ operation: call.name, host: context.base.host, cause });
    });
    waitedMs += delayMs;
  }
}

/** Sends a call once, however it ends: for a stream, which must not begin again where it began. */
export async function performCallOnce(context: ClientContext, call: OperationCall): Promise<SuccessfulCall> {
  const { deadlineMs = defaultDeadlineMs } = call.options;
  const prepared = await prepareCall(context, call);
  const outcome = await sendAttempt(context, prepared, {
    attempt: 1,
    leftMs: startDeadline(context.clock, deadlineMs),
    deadlineMs,
  });
  if (outcome.kind === "answered") return outcome;
  throw outcome.error;
}

/** Makes a call ready to be sent. */
export async function prepareCall(
  context: ClientContext,
  { name, input, options, headers, stream }: OperationCall,
): Promise<PreparedCall> {
  const operation = operationTable[name];
  const key = await readCallKey(context, name);
  const organizationId = options.organizationId ?? context.organizationId();
  const about = organizationId === undefined ? options : { ...options, organizationId };
  const request = buildHttpRequest(context.base, operation, input, about, key);
  return {
    operation: name,
    request: headers ? { ...request, headers: { ...request.headers, ...headers } } : request,
    unsaid: collectRequestSecrets(name, key, input),
    signal: options.signal,
    stream,
  };
}

/** The key that an operation is sent with. */
export async function readCallKey(context: ClientContext, name: OperationName): Promise<string | undefined> {
  const key = operationTable[name].scope === null ? undefined : await context.key();
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw unusableKey({ operation: name, host: context.base.host });
  return key;
}

/** What the contract guarantees: no second effect for a key seen before, nor for an etag that has passed. */
function isGuarded(request: HttpRequest): boolean {
  return "idempotency-key" in request.headers || (request.method === "PATCH" && "if-match" in request.headers);
}

function aborted(circumstances: CallErrorContext): AbortedError {
  return new AbortedError(
    `${describeFailedCall(circumstances.operation, circumstances.host)}: cancelled.`,
    circumstances,
  );
}

function unusableKey(circumstances: CallErrorContext): UnauthorizedError {
  const { operation, host } = circumstances;
  const detail = "the stored key holds characters that no key has. Sign in again.";
  const nothing = { code: "unusable_key", title: undefined, detail, errors: [], retryAfterMs: undefined };
  return new UnauthorizedError(`${describeFailedCall(operation, host)}: ${detail}`, {
    ...circumstances,
    ...nothing,
    status: 401,
  });
}
