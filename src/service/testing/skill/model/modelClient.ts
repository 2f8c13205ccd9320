import { setTimeout as delay } from "node:timers/promises";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import { createSecretMask } from "../../../deployments/process/processEnvironment.ts";
import { type ChatAnswer, type ChatRequest, chatAnswerSchema, chatErrorSchema, type TestModel } from "./chat.ts";
import { formatModelAddress, formatModelRefusal, ModelFailure } from "./modelFailure.ts";
import { type PostJsonLimits, type PostJsonResponse, postJson } from "./postJson.ts";

/** More tries than these say no more about a model that is busy. */
const mostTries = 4;
const longestWaitMs = 60_000;
const firstWaitMs = 1000;

interface Refusal {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: unknown;
  /** How often it was tried, this time included. */
  readonly tries: number;
  readonly now: number;
}

/** How long to wait before a refused call is made again; undefined: it is not. What is asked for is never undercut. */
export function getModelRetryWait({ status, retryAfter, code, tries, now }: Refusal): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  // Nothing is left to spend: waiting does not help.
  if (code === "insufficient_quota" || tries >= mostTries) return undefined;
  const asked = askedFor(retryAfter, now);
  // Somebody who means a while says how long; a relay or proxy that is down says nothing.
  const wait = asked ?? firstWaitMs * 2 ** (tries - 1);
  return wait <= longestWaitMs ? wait : undefined;
}

function askedFor(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Math.ceil(Number(header) * 1000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

export interface ModelClient {
  readonly name: string;
  /** One chat completion; throws `ModelFailure`, or the reason of the signal. */
  complete(request: ChatRequest, signal: AbortSignal): Promise<ChatAnswer>;
}

export interface ModelClientOptions extends Partial<PostJsonLimits> {
  /** Before a call that was refused for now is made again. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Calls a model. Its key goes to its own place only, and into nothing that is said here. */
export function createModelClient(model: TestModel, options: ModelClientOptions = {}): ModelClient {
  const { wait = pause, answerMs = 180_000, mostBytes = 8 * 1024 * 1024 } = options;
  const url = completionsUrl(model);
  const mask = createSecretMask(model.key === undefined ? [] : [model.key]);
  const to = { url, key: model.key, who: formatModelAddress(model.name, url), mask, answerMs, mostBytes };
  // Models that reason take no temperature; what one call learned holds for the next.
  let takesTemperature = true;
  return {
    name: model.name,
    complete: async (request, signal) => {
      for (let tries = 1; ; tries += 1) {
        const sent = { model: model.name, ...request, ...(takesTemperature && { temperature: 0 }) };
        const answered = await postJson(to, sent, signal);
        if (answered.status >= 200 && answered.status < 300) return readAnswer(to.who, mask, answered.text);
        const said = errorIn(answered.text);
        if ("temperature" in sent && answered.status === 400 && isAboutTemperature(said)) {
          takesTemperature = false;
          continue;
        }
        const ms = getModelRetryWait({ ...answered, code: said?.code, tries, now: Date.now() });
        if (ms === undefined) throw new ModelFailure(refused(to.who, answered, said && mask(said.text)));
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
    throw new ModelFailure(`The URL of the model "${name}" holds a password: give it as the key.`);
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/chat/completions`;
  return url;
}

function readAnswer(who: string, mask: (text: string) => string, text: string): ChatAnswer {
  const read = chatAnswerSchema.safeParse(tryParseJson(text));
  if (read.success) return { ...read.data, content: mask(read.data.content) };
  const begins = mask(text).replaceAll(/\s+/g, " ").trim().slice(0, 200);
  throw new ModelFailure(
    `${who} answered with something that is no chat completion. Check its URL: it should end in a version, such as /v1. It begins: ${begins}`,
  );
}

type Said = ReturnType<typeof errorIn>;

function errorIn(text: string) {
  const read = chatErrorSchema.safeParse(tryParseJson(text));
  return read.success ? read.data : undefined;
}

function isAboutTemperature(said: Said): boolean {
  return said !== undefined && (said.param === "temperature" || /\btemperature\b/i.test(said.text));
}

function refused(who: string, { status, retryAfter }: PostJsonResponse, said: string | undefined): string {
  if (status >= 300 && status < 400)
    return `${who} points to another place (${status}), and a key goes to no other place. Check its URL.`;
  const later = retryAfter === null ? "" : ` It asks to wait: ${retryAfter.slice(0, 40)}.`;
  return `${formatModelRefusal(who, status, said)}${later}`;
}
