import { setTimeout as delay } from "node:timers/promises";
import { secretMask } from "../../../deployments/environment.ts";
import { boundedText, TooLongError } from "./boundedText.ts";
import { type ChatAnswer, type ChatRequest, chatAnswerSchema, chatErrorSchema, type TestModel } from "./chat.ts";
import { ModelFailure, modelWords, refusalWords } from "./modelFailure.ts";
import { retryWait } from "./retryWait.ts";

export interface ModelClient {
  readonly name: string;
  /** One chat completion; throws `ModelFailure`, or the reason of the signal. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer>;
}

export interface ModelClientOptions {
  /** Before a call that was refused for now is made again. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly answerMs?: number;
  readonly mostBytes?: number;
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly text: string;
}

/** Calls a model. Its key goes to its own place only, and into nothing that is said here. */
export function createModelClient(model: TestModel, options: ModelClientOptions = {}): ModelClient {
  const { wait = (ms, signal) => delay(ms, undefined, { signal }) } = options;
  const url = completionsUrl(model);
  const who = modelWords(model.name, url);
  const mask = secretMask(model.key === undefined ? [] : [model.key]);
  // Models that reason take no temperature; what one call learned holds for the next.
  let takesTemperature = true;

  const complete: ModelClient["complete"] = async (request, signal) => {
    for (let tries = 1; ; tries += 1) {
      const sent = { model: model.name, ...request, ...(takesTemperature && { temperature: 0 }) };
      const answered = await send(sent, signal);
      if (answered.status >= 200 && answered.status < 300) return readAnswer(who, mask, answered.text);
      const said = errorIn(answered.text);
      if ("temperature" in sent && answered.status === 400 && isAboutTemperature(said)) {
        takesTemperature = false;
        continue;
      }
      const ms = retryWait({ ...answered, code: said?.code, tries, now: Date.now() });
      if (ms === undefined) throw new ModelFailure(refused(who, answered, said && mask(said.text)));
      await wait(ms, signal);
    }
  };

  const send = async (body: object, signal: AbortSignal): Promise<Answered> => {
    signal.throwIfAborted();
    const { answerMs = 180_000, mostBytes = 8 * 1024 * 1024 } = options;
    const limit = AbortSignal.timeout(answerMs);
    const bearer = model.key === undefined ? {} : { Authorization: `Bearer ${model.key}` };
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json", ...bearer },
        body: JSON.stringify(body),
        // A key does not follow to where an answer points.
        redirect: "manual",
        signal: AbortSignal.any([signal, limit]),
      });
      const text = await boundedText(response, mostBytes);
      return { status: response.status, retryAfter: response.headers.get("retry-after"), text };
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      if (limit.aborted) throw new ModelFailure(`${who} did not answer within ${answerMs / 1000} s.`);
      throw new ModelFailure(`${who} gave no answer: ${mask(transportWords(error, mostBytes))}`);
    }
  };

  return { name: model.name, complete };
}

function completionsUrl({ baseUrl, name }: TestModel): URL {
  const url = new URL(baseUrl);
  if (url.username !== "" || url.password !== "")
    throw new ModelFailure(`The URL of the model "${name}" holds a password: give it as the key.`);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
  return url;
}

function readAnswer(who: string, mask: (text: string) => string, text: string): ChatAnswer {
  const read = chatAnswerSchema.safeParse(json(text));
  if (read.success) return maskedAnswer(read.data, mask);
  const begins = mask(text).replaceAll(/\s+/g, " ").trim().slice(0, 200);
  throw new ModelFailure(
    `${who} answered with something that is no chat completion. Check its URL: it should end in a version, such as /v1. It begins: ${begins}`,
  );
}

function maskedAnswer({ content, toolCalls, isCut }: ChatAnswer, mask: (text: string) => string): ChatAnswer {
  return {
    content: mask(content),
    toolCalls: toolCalls.map(({ id, type, function: { name, arguments: given } }) => ({
      id,
      type,
      function: { name, arguments: mask(given) },
    })),
    isCut,
  };
}

type Said = ReturnType<typeof errorIn>;

function errorIn(text: string) {
  const read = chatErrorSchema.safeParse(json(text));
  return read.success ? read.data : undefined;
}

function isAboutTemperature(said: Said): boolean {
  return said !== undefined && (said.param === "temperature" || /\btemperature\b/i.test(said.text));
}

function refused(who: string, { status, retryAfter }: Answered, said: string | undefined): string {
  if (status >= 300 && status < 400)
    return `${who} points to another place (${status}), and a key goes to no other place. Check its URL.`;
  const later = retryAfter === null ? "" : ` It asks to wait: ${retryAfter.slice(0, 40)}.`;
  return `${refusalWords(who, status, said)}${later}`;
}

function transportWords(error: unknown, mostBytes: number): string {
  if (error instanceof TooLongError) return `it is longer than ${mostBytes / 1024 / 1024} MiB.`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : undefined;
  const why = code ?? (cause instanceof Error ? cause.message : String(cause));
  return `it cannot be reached (${why}). Check its URL, and that it runs.`;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
