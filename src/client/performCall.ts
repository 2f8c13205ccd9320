import type { OperationName } from "../contract/operations.ts";
import { operations } from "../contract/operations.ts";
import { wireRequest } from "./buildHttpRequest.ts";
import { type CallOptions, defaultDeadlineMs } from "./callOptions.ts";
import { decideRetry } from "./decideRetry.ts";
import { couldNot } from "./errorMessages.ts";
import { AbortedError, type Circumstances, UnauthorizedError } from "./errors.ts";
import type { StreamLimits, WireAnswer } from "./network/httpDispatchHandler.ts";
import { unsaidOf } from "./redaction.ts";
import { type CallContext, type Outcome, type Prepared, tryOnce } from "./sendAttempt.ts";
import { countdown } from "./startDeadline.ts";
import type { WireRequest } from "./transport.ts";

export interface Call {
  readonly name: OperationName;
  readonly input: object;
  readonly options: CallOptions;
  readonly headers?: Readonly<Record<string, string>>;
  readonly stream?: StreamLimits;
}

/** A successful answer, and what an error about its content would have to tell. */
export interface Answered {
  readonly answer: WireAnswer;
  readonly circumstances: Circumstances;
}

/** Sends a call until it is answered well, is refused, or its time is over. */
export async function perform(context: CallContext, call: Call): Promise<Answered> {
  const outcome = await settle(context, call, await prepare(context, call));
  if (outcome.kind === "answered") return outcome;
  throw outcome.error;
}

/** The same, with how it ended in the end as an answer. */
export async function settle(context: CallContext, call: Call, prepared: Prepared): Promise<Outcome> {
  const { clock } = context;
  const { signal, deadlineMs = defaultDeadlineMs } = call.options;
  const leftMs = countdown(clock, deadlineMs);
  let waitedMs = 0;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(context, prepared, { attempt, leftMs, deadlineMs });
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
export async function performOnce(context: CallContext, call: Call): Promise<Answered> {
  const { deadlineMs = defaultDeadlineMs } = call.options;
  const prepared = await prepare(context, call);
  const outcome = await tryOnce(context, prepared, {
    attempt: 1,
    leftMs: countdown(context.clock, deadlineMs),
    deadlineMs,
  });
  if (outcome.kind === "answered") return outcome;
  throw outcome.error;
}

/** Makes a call ready to be sent. */
export async function prepare(
  context: CallContext,
  { name, input, options, headers, stream }: Call,
): Promise<Prepared> {
  const operation = operations[name];
  const key = await keyOf(context, name);
  const organizationId = options.organizationId ?? context.organizationId();
  const about = organizationId === undefined ? options : { ...options, organizationId };
  const request = wireRequest(context.base, operation, input, about, key);
  return {
    operation: name,
    request: headers ? { ...request, headers: { ...request.headers, ...headers } } : request,
    unsaid: unsaidOf(name, key, input),
    signal: options.signal,
    stream,
  };
}

/** The key that an operation is sent with. */
export async function keyOf(context: CallContext, name: OperationName): Promise<string | undefined> {
  const key = operations[name].scope === null ? undefined : await context.key();
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) throw unusableKey({ operation: name, host: context.base.host });
  return key;
}

/** What the contract guarantees: no second effect for a key seen before, nor for an etag that has passed. */
function isGuarded(request: WireRequest): boolean {
  return "idempotency-key" in request.headers || (request.method === "PATCH" && "if-match" in request.headers);
}

function aborted(circumstances: Circumstances): AbortedError {
  return new AbortedError(`${couldNot(circumstances.operation, circumstances.host)}: cancelled.`, circumstances);
}

function unusableKey(circumstances: Circumstances): UnauthorizedError {
  const { operation, host } = circumstances;
  const detail = "the stored key holds characters that no key has. Sign in again.";
  const nothing = { code: "unusable_key", title: undefined, detail, errors: [], retryAfterMs: undefined };
  return new UnauthorizedError(`${couldNot(operation, host)}: ${detail}`, {
    ...circumstances,
    ...nothing,
    status: 401,
  });
}
