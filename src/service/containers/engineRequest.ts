import { type IncomingMessage, request } from "node:http";
import type { Duplex, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { readWholeBody } from "../network/readWholeBody.ts";

const maxMessageCharacters = 1500;

/** A failure of the container engine, or of the way to it. The message says what failed and why. */
export class EngineError extends Error {
  /** undefined: the engine did not respond. */
  readonly status: number | undefined;
  /** What the engine said before it failed. */
  readonly progress: readonly string[];
  constructor(
    message: string,
    status?: number,
    options: ErrorOptions & { readonly progress?: readonly string[] } = {},
  ) {
    super(message.slice(0, maxMessageCharacters), options);
    this.name = "EngineError";
    this.status = status;
    this.progress = options.progress ?? [];
  }
}

export interface EngineRequest {
  /** For a failure: "create the container". */
  readonly action: string;
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or an archive. */
  readonly body?: object | Readable;
  readonly signal: AbortSignal;
}

const maxResponseBytes = 8 * 1024 * 1024;
const errorBody = z.object({ message: z.string() });

/** Sends a request of the Engine API to its socket, in the newest version that the engine has, and returns the body of the response. */
export async function callEngine(socketPath: string, call: EngineRequest): Promise<unknown> {
  const response = await send(socketPath, call);
  const tooLarge = () =>
    new EngineError(`Could not ${call.action}: the response of the container engine is too large.`);
  const { signal } = call;
  const text = (await readWholeBody(response, { limit: maxResponseBytes, tooLarge, signal })).toString();
  const status = response.statusCode ?? 0;
  if (status >= 400) throw createRefusal(call, status, text);
  return tryParseJson(text) ?? text;
}

/** Opens the raw stream to a container (the "hijacked" connection of the Engine API). */
export function openEngineStream(socketPath: string, call: EngineRequest): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const headers = { Connection: "Upgrade", Upgrade: "tcp", "Content-Length": 0 };
    const sent = request({ ...getTarget(socketPath, call), headers });
    // The signal ends the request, not the stream that it opens.
    const abort = () => sent.destroy(new Error("The request was aborted."));
    call.signal.addEventListener("abort", abort);
    sent.once("close", () => call.signal.removeEventListener("abort", abort));
    sent.once("error", (error) => reject(createConnectionError(call, error)));
    sent.once("upgrade", (_, socket, head) => {
      call.signal.removeEventListener("abort", abort);
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    sent.once("response", (response) => {
      const tooLarge = () => new Error("The response is too large.");
      readWholeBody(response, { limit: maxResponseBytes, tooLarge, signal: call.signal })
        .then((body) => reject(createRefusal(call, response.statusCode ?? 0, body.toString())))
        .catch(reject);
    });
    sent.end();
  });
}

async function send(socketPath: string, call: EngineRequest): Promise<IncomingMessage> {
  const { body, signal } = call;
  const isStream = body !== undefined && "pipe" in body;
  const text = body === undefined || isStream ? "" : JSON.stringify(body);
  const headers = isStream
    ? { "Content-Type": "application/x-tar" }
    : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text) };
  const sent = request({ ...getTarget(socketPath, call), headers, signal });
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once("response", resolve).on("error", (error) => reject(createConnectionError(call, error)));
  });
  // An engine may refuse an archive before it has read all of it.
  if (isStream) await Promise.race([pipeline(body, sent), response]);
  else sent.end(text);
  return await response;
}

function getTarget(socketPath: string, { method, path, query = {} }: EngineRequest) {
  const search = new URLSearchParams(query).toString();
  return { socketPath, method, path: search === "" ? path : `${path}?${search}`, agent: false } as const;
}

function createRefusal({ action }: EngineRequest, status: number, text: string): EngineError {
  const message = errorBody.safeParse(tryParseJson(text)).data?.message ?? text;
  const reason = message.trim() || `status ${status}`;
  return new EngineError(`Could not ${action}: ${reason}`, status);
}

function createConnectionError({ action, signal }: EngineRequest, error: Error): Error {
  if (signal.aborted && !isTimeout(signal.reason)) return error;
  const reason = signal.aborted ? "the container engine does not respond" : error.message;
  return new EngineError(`Could not ${action}: ${reason}`, undefined, { cause: error });
}

const isTimeout = (reason: unknown) => reason instanceof DOMException && reason.name === "TimeoutError";
