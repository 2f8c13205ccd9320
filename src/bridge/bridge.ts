import { setTimeout as pause } from "node:timers/promises";
import { isRecord, type UnknownRecord } from "../text/record.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import { BridgeError, type ServerAccess } from "./bridgeAccess.ts";
import { type ClientMessage, createRequestHeaders, isHarmless, parseClientMessage } from "./clientMessage.ts";
import { type BridgeResponse, readEvents, sendHttp } from "./sendHttp.ts";

interface BridgeParts {
  readonly access: { read(signal: AbortSignal): Promise<ServerAccess>; clear(): void };
  /** Writes one line to the client. */
  readonly write: (line: string) => void;
}

/** The session that a client of a version before 2026-07-28 has opened. */
interface Session {
  readonly initialize: ClientMessage;
  initialized: ClientMessage | undefined;
  version: string | undefined;
  id: string | undefined;
  /** Reads what the server sends by itself. */
  stream: AbortController | undefined;
}

/** The connection broke, or the server forgot the session: the message is sent again if that can do no harm. */
class SendAgainError extends Error {
  override readonly name = "SendAgainError";
}

const serverError = -32_000;
const parseError = -32_700;
const streamPausesMs = [500, 1_000, 5_000, 15_000, 60_000] as const;
const attempts = 3;

/** Passes messages between a client on standard input and output and a server over Streamable HTTP. */
export class Bridge {
  readonly #parts: BridgeParts;
  readonly #closed = new AbortController();
  /** Requests under way, by their ids. */
  readonly #requests = new Map<string, AbortController>();
  #session: Session | undefined;
  /** The opening of a session, for which other messages wait. */
  #opening: Promise<void> | undefined;

  constructor(parts: BridgeParts) {
    this.#parts = parts;
  }

  async receive(line: string): Promise<void> {
    const message = parseClientMessage(line);
    if (!message) return this.#writeError("null", parseError, "This line is no JSON.");
    if (message.method === "initialize") {
      this.#session?.stream?.abort();
      this.#session = {
        initialize: message,
        initialized: undefined,
        version: undefined,
        id: undefined,
        stream: undefined,
      };
      this.#opening = this.#pass(message);
      return this.#opening;
    }
    await this.#opening;
    if (message.method === "notifications/cancelled" && !this.#session) {
      // Without a session, closing the request cancels it.
      this.#requests.get(JSON.stringify(message.params.requestId))?.abort();
      return;
    }
    if (message.method === "notifications/initialized" && this.#session) {
      this.#session.initialized = message;
      await this.#pass(message);
      void this.#listen(this.#session);
      return;
    }
    await this.#pass(message);
  }

  close(): void {
    this.#closed.abort();
    for (const request of this.#requests.values()) request.abort();
    this.#session?.stream?.abort();
  }

  /** Sends a message until it is answered; a failure is an answer too. */
  async #pass(message: ClientMessage): Promise<void> {
    const stop = new AbortController();
    if (message.id !== undefined) this.#requests.set(message.id, stop);
    try {
      await this.#sendUntilAnswered(message, stop.signal);
    } catch (error) {
      if (!stop.signal.aborted && message.id !== undefined) this.#writeError(message.id, serverError, describe(error));
    } finally {
      if (message.id !== undefined && this.#requests.get(message.id) === stop) this.#requests.delete(message.id);
    }
  }

  async #sendUntilAnswered(message: ClientMessage, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#send(message, signal);
        return;
      } catch (error) {
        if (signal.aborted || error instanceof BridgeError || this.#closed.signal.aborted) throw error;
        this.#parts.access.clear();
        const isSafe = error instanceof SendAgainError || wasNotSent(error) || isHarmless(message);
        const isListening = message.method === "subscriptions/listen";
        if (!isSafe || (attempt >= attempts && !isListening)) throw error;
        if (isListening) await pause(streamPausesMs[Math.min(attempt - 1, 4)], undefined, { signal });
      }
    }
  }

  async #send(message: ClientMessage, signal: AbortSignal): Promise<void> {
    const session = this.#session;
    const isOpening = message === session?.initialize;
    const response = await this.#request(
      "POST",
      signal,
      {
        ...createRequestHeaders(message),
        ...(message.version === undefined && !isOpening && createSessionHeaders(session)),
      },
      message.line,
    );
    if (response.status === 401) {
      response.body.resume();
      throw new SendAgainError("The service refused the token.");
    }
    if (response.status === 404 && session?.id !== undefined && !isOpening) {
      response.body.resume();
      await this.#openAgain(session, signal);
      throw new SendAgainError("The server forgot the session.");
    }
    if (isOpening && response.status === 200) session.id = readHeader(response, "mcp-session-id");
    await this.#readAnswer(message, response, isOpening ? session : undefined);
  }

  async #request(
    method: "POST" | "GET",
    signal: AbortSignal,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<BridgeResponse> {
    const { url, token } = await this.#parts.access.read(signal);
    const accept = method === "GET" ? "text/event-stream" : "application/json, text/event-stream";
    const common = { Authorization: `Bearer ${token}`, Accept: accept, "Content-Type": "application/json" };
    return sendHttp(new URL(url), {
      method,
      headers: { ...common, ...headers },
      signal,
      ...(body !== undefined && { body }),
    });
  }

  async #readAnswer(message: ClientMessage, response: BridgeResponse, opened: Session | undefined): Promise<void> {
    let isAnswered = message.id === undefined;
    const pass = (text: string) => {
      const value = tryParseJson(text);
      if (opened && isRecord(value) && isRecord(value.result)) opened.version = readVersion(value.result);
      isAnswered ||= Array.isArray(value) || (isRecord(value) && value.method === undefined);
      this.#write(text);
    };
    if (response.headers["content-type"]?.startsWith("text/event-stream"))
      await readEvents(response.body, pass).catch((error: unknown) => {
        // A second answer would be to no request.
        if (!isAnswered) throw error;
      });
    else {
      const text = await response.text();
      const value = tryParseJson(text);
      if (isRecord(value) && value.jsonrpc === "2.0" && (response.status < 400 || value.id !== null)) pass(text);
      else if (Array.isArray(value)) pass(text);
      else if (response.status >= 400) throw new BridgeError(readProblem(value, response.status));
    }
    if (!isAnswered) throw new Error("The connection to the server ended before its answer.");
  }

  /** Opens a session again that the server no longer knows. The client keeps what it read at first. */
  async #openAgain(session: Session, signal: AbortSignal): Promise<void> {
    const opened = await this.#request("POST", signal, {}, session.initialize.line);
    if (opened.status !== 200) throw new BridgeError(readProblem(tryParseJson(await opened.text()), opened.status));
    opened.body.resume();
    session.id = readHeader(opened, "mcp-session-id");
    const headers = createSessionHeaders(session);
    if (session.initialized) (await this.#request("POST", signal, headers, session.initialized.line)).body.resume();
    void this.#listen(session);
  }

  /** Passes on what the server sends by itself, until the session ends. Many servers have no such stream. */
  async #listen(session: Session): Promise<void> {
    session.stream?.abort();
    const stream = new AbortController();
    session.stream = stream;
    for (let failures = 0; !stream.signal.aborted; failures += 1) {
      try {
        const response = await this.#request("GET", stream.signal, createSessionHeaders(session));
        if (response.status !== 200) response.body.resume();
        if (response.status === 404 || response.status === 405) return;
        if (response.status === 200) {
          failures = 0;
          await readEvents(response.body, (text) => this.#write(text));
        } else this.#parts.access.clear();
      } catch (error) {
        if (error instanceof BridgeError) return;
        this.#parts.access.clear();
      }
      await pause(streamPausesMs[Math.min(failures, 4)], undefined, { signal: stream.signal }).catch(() => {});
    }
  }

  /** A message is one line; a line break can only stand between the values of a JSON text. */
  #write(text: string): void {
    if (!this.#closed.signal.aborted) this.#parts.write(text.replaceAll(/[\r\n]+/g, " ").trim());
  }

  #writeError(id: string, code: number, message: string): void {
    this.#write(`{"jsonrpc":"2.0","id":${id},"error":${JSON.stringify({ code, message })}}`);
  }
}

function createSessionHeaders(session: Session | undefined): Record<string, string> {
  return {
    ...(session?.version !== undefined && { "MCP-Protocol-Version": session.version }),
    ...(session?.id !== undefined && { "Mcp-Session-Id": session.id }),
  };
}

function readVersion({ protocolVersion }: UnknownRecord): string | undefined {
  return typeof protocolVersion === "string" ? protocolVersion : undefined;
}

function readHeader({ headers }: BridgeResponse, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

function readProblem(value: unknown, status: number): string {
  const { detail, title } = isRecord(value) ? value : {};
  const reason = typeof detail === "string" ? detail : typeof title === "string" ? title : undefined;
  return reason ?? `The server answered ${status}.`;
}

/** Nothing listened, so the server cannot have got the message. */
function wasNotSent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}

function describe(error: unknown): string {
  if (error instanceof BridgeError || error instanceof SendAgainError) return error.message;
  const reason = error instanceof Error ? error.message : String(error);
  return `The connection to the server was lost, and it may have carried out the call. ${reason}`;
}
