import { setTimeout as delay } from "node:timers/promises";
import type { CaseAttempt } from "../../../../contract/testRuns.ts";
import { endSentence } from "../../../../text/language/endSentence.ts";
import { isRecord } from "../../../../text/record.ts";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { createSecretMask } from "../../../deployments/process/processEnvironment.ts";
import type { AddressZone } from "../../../network/addressZone.ts";
import { RefusedAddressError, sendGuardedRequest } from "../../../network/guardedRequest.ts";
import { readWholeBody } from "../../../network/readWholeBody.ts";
import { type ChatAnswer, type ChatRequest, chatAnswerSchema, chatErrorSchema, type TestModel } from "./chat.ts";

/** Thrown when the body is longer than allowed. The rest is not read. */
class ResponseTooLongError extends Error {
  override readonly name = "ResponseTooLongError";
}

interface PostJsonLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** Where the user is in the network: the model must not be further inside. `undefined` is this machine. */
  readonly from: AddressZone | undefined;
}

interface PostJsonTarget extends PostJsonLimits {
  readonly url: URL;
  readonly key: string | undefined;
  /** The model's name in messages. */
  readonly label: string;
  readonly mask: (text: string) => string;
}

interface PostJsonResponse {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Sends JSON once. Throws `ModelFailure` without a response, or the reason of the signal. */
async function postJson(target: PostJsonTarget, body: object, signal: AbortSignal): Promise<PostJsonResponse> {
  signal.throwIfAborted();
  const { url, key, label, mask, timeoutMs, maxBytes, from } = target;
  const timeout = AbortSignal.timeout(timeoutMs);
  const bearer = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  try {
    const stopSignal = AbortSignal.any([signal, timeout]);
    const headers = {
      "Content-Type": "application/json",
      Accept: "application/json",
      "Accept-Encoding": "identity",
      ...bearer,
    };
    // Redirects are not followed, because the key must not be sent to another host.
    const { response } = await sendGuardedRequest({
      url,
      method: "POST",
      headers,
      body: JSON.stringify(body),
      from,
      signal: stopSignal,
    });
    const tooLarge = () => new ResponseTooLongError(`The body has more than ${maxBytes} bytes.`);
    const bytes = await readWholeBody(response, { limit: maxBytes, tooLarge, signal: stopSignal });
    const retryAfter = response.headers["retry-after"] ?? null;
    return { status: response.statusCode ?? 502, retryAfter, text: bytes.toString("utf8") };
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (timeout.aborted)
      throw new ModelFailure(`${label} did not respond within ${timeoutMs / 1000} s. Try again later.`);
    // The error is not passed on as the cause, because it may contain the request.
    throw new ModelFailure(`${label} sent no response: ${mask(describeTransportFailure(error, maxBytes))}`);
  }
}

function describeTransportFailure(error: unknown, maxBytes: number): string {
  if (error instanceof ResponseTooLongError) return `the response is longer than ${maxBytes / 1024} kB.`;
  if (error instanceof RefusedAddressError) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = isRecord(cause) && "code" in cause ? String(cause.code) : undefined;
  const reason = code ?? (cause instanceof Error ? cause.message : String(cause));
  return `it cannot be reached (${reason}). Check its URL, and whether it is running.`;
}

/** The most attempts for one call to a busy model. */
const maxAttempts = 4;
const maxWaitMs = 60_000;
const firstWaitMs = 1000;

interface FailedAttempt {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: unknown;
  /** The number of attempts including this one. */
  readonly attempts: number;
  readonly now: number;
}

/** Returns the wait before a rejected call is retried, at least the requested one, or `undefined` if it is not retried. */
export function getModelRetryWait({ status, retryAfter, code, attempts, now }: FailedAttempt): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  // The account has no credit left, so a wait does not help.
  if (code === "insufficient_quota" || attempts >= maxAttempts) return undefined;
  const requestedWait = parseRetryAfter(retryAfter, now);
  // An endpoint with a rate limit sends the wait. A relay or proxy that is down sends none.
  const wait = requestedWait ?? firstWaitMs * 2 ** (attempts - 1);
  return wait <= maxWaitMs ? wait : undefined;
}

function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

export interface ModelClient {
  readonly name: string;
  /** Requests one chat completion. Throws `ModelFailure`, or the reason of the signal. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer>;
}

export interface ModelClientOptions extends Partial<PostJsonLimits> {
  /** Waits before a retry. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Calls a model. The key is sent only to the model's URL and is masked in all messages. */
export function createModelClient(model: TestModel, options: ModelClientOptions = {}): ModelClient {
  const { wait = pause, timeoutMs = 180_000, maxBytes = 8 * 1024 * 1024, from } = options;
  const url = completionsUrl(model);
  const mask = createSecretMask(model.key === undefined ? [] : [model.key]);
  const label = formatModelAddress(model.name, url);
  const target = { url, key: model.key, label, mask, timeoutMs, maxBytes, from };
  // Reasoning models reject `temperature`. The first rejection disables it for later calls.
  let takesTemperature = true;
  return {
    name: model.name,
    complete: async (request, signal) => {
      for (let attempts = 1; ; attempts += 1) {
        const body = { model: model.name, ...request, ...(takesTemperature && { temperature: 0 }) };
        const response = await postJson(target, body, signal);
        if (response.status >= 200 && response.status < 300) return readChatResponse(target.label, mask, response.text);
        const errorInfo = readErrorInfo(response.text);
        if ("temperature" in body && response.status === 400 && isAboutTemperature(errorInfo)) {
          takesTemperature = false;
          continue;
        }
        const ms = getModelRetryWait({ ...response, code: errorInfo?.code, attempts, now: Date.now() });
        if (ms === undefined)
          throw new ModelFailure(createRefusalMessage(target.label, response, errorInfo && mask(errorInfo.text)));
        await wait(ms, signal);
      }
    },
  };
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal });
}

function completionsUrl({ baseUrl, name }: TestModel): URL {
  const url = new URL(baseUrl);
  if (url.username !== "" || url.password !== "")
    throw new ModelFailure(`The URL of the model "${name}" contains a password. Use the key instead.`);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
  return url;
}

function readChatResponse(label: string, mask: (text: string) => string, text: string): ChatAnswer {
  const parsed = chatAnswerSchema.safeParse(tryParseJson(text));
  if (parsed.success) return { ...parsed.data, content: mask(parsed.data.content) };
  const start = mask(text).replaceAll(/\s+/g, " ").trim().slice(0, 200);
  throw new ModelFailure(
    `${label} sent a response that is not a chat completion. Check its URL: it should end in a version, such as /v1. The response starts with: ${start}`,
  );
}

type ErrorInfo = ReturnType<typeof readErrorInfo>;

function readErrorInfo(text: string) {
  const parsed = chatErrorSchema.safeParse(tryParseJson(text));
  return parsed.success ? parsed.data : undefined;
}

function isAboutTemperature(errorInfo: ErrorInfo): boolean {
  return errorInfo !== undefined && (errorInfo.param === "temperature" || /\btemperature\b/i.test(errorInfo.text));
}

function createRefusalMessage(
  label: string,
  { status, retryAfter }: PostJsonResponse,
  errorInfo: string | undefined,
): string {
  if (status >= 300 && status < 400)
    return `${label} redirects to another URL (${status}), and the key must not be sent there. Check its URL.`;
  const retryNote = retryAfter === null ? "" : ` It asks to wait: ${retryAfter.slice(0, 40)}.`;
  return `${formatModelRefusal(label, status, errorInfo)}${retryNote}`;
}

export type ModelUse = Pick<CaseAttempt, "calls" | "inputTokens" | "outputTokens">;

/** A client that counts its calls and their tokens. One response without tokens makes the sums unknown. */
interface CountedModelClient extends ModelClient {
  use(): ModelUse;
}

export const noModelUse: ModelUse = { calls: 0, inputTokens: 0, outputTokens: 0 };

export function addModelUse(one: ModelUse, other: ModelUse): ModelUse {
  return {
    calls: one.calls + other.calls,
    inputTokens: addKnown(one.inputTokens, other.inputTokens),
    outputTokens: addKnown(one.outputTokens, other.outputTokens),
  };
}

const addKnown = (one: number | null, other: number | null) => (one === null || other === null ? null : one + other);

export function countModelUse(client: ModelClient): CountedModelClient {
  let total = noModelUse;
  return {
    name: client.name,
    complete: async (request, signal) => {
      const answer = await client.complete(request, signal);
      const { inputTokens = null, outputTokens = null } = answer.usage ?? {};
      total = addModelUse(total, { calls: 1, inputTokens, outputTokens });
      return answer;
    },
    use: () => total,
  };
}

/**
 * The model sent no usable response, or the agent that uses it has no result. The message names the failure, the model or agent and
 * the next step, and never contains the key.
 */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
}

/** Advice by HTTP status. */
const advice: Readonly<Record<number, string>> = {
  400: "Check the name of the model, and that it supports chat completions with tools.",
  401: "Check the key of the model.",
  402: "Check what the account of the model can still spend.",
  403: "Check what the key of the model can do.",
  404: "Check the URL and the name of the model.",
  413: "The request is too large for the model. Use smaller files in the case.",
  429: "Wait, or raise the limit of the account.",
};

/** Formats a model's host for messages, without path, query and user, which may contain secrets. */
function formatModelAddress(name: string, url: URL): string {
  return `The model "${name}" at ${url.host}`;
}

function formatModelRefusal(label: string, status: number, errorText: string | undefined): string {
  const errorNote = errorText === undefined ? "" : ` and the message: ${toSentence(errorText)}`;
  const nextStep = advice[status] ?? (status >= 500 ? "Its service has a problem: try again later." : "");
  return `${label} responded with ${status}${errorNote === "" ? "." : errorNote} ${nextStep}`.trim();
}

const toSentence = (text: string) => endSentence(text.replaceAll(/\s+/g, " ").trim().slice(0, 500));
