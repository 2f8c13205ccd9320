import type { Readable, Writable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import * as z from "zod";
import { toPlainNumbersExceptAt } from "../../text/number/exactNumber.ts";
import { tryParseExactJson } from "../../text/number/readExactJson.ts";
import { isRecord } from "../../text/record.ts";
import { createOutputPace } from "../deployments/process/serverOutput.ts";
import { createModernMeta, legacyProtocolVersion } from "../mcp/mcpProtocolVersions.ts";

/** The two streams of a program that exchanges messages of MCP: lines of JSON (2025-11-25 and 2026-07-28, Transports, stdio). */
export interface StdioStreams {
  /** The standard input of the program. */
  readonly input: Writable;
  /** The standard output of the program. */
  readonly output: Readable;
}

export type McpParams = Readonly<Record<string, unknown>>;

interface StdioRequestOptions {
  /** Cancels the request at the server. */
  readonly signal?: AbortSignal;
  /** Receives the parameters of progress notifications. Without it the server is not asked for any. */
  readonly onProgress?: ((params: McpParams) => void) | undefined;
}

export interface StdioConnection {
  /** Rejects with a `StdioRequestError` if the server responds with an error, or if it has ended. */
  request(method: string, params: McpParams, options?: StdioRequestOptions): Promise<McpParams>;
  notify(method: string, params?: McpParams): void;
}

interface StdioListeners {
  /** Receives the notifications that belong to no request. */
  readonly onNotification: (method: string, params: McpParams) => void;
  /** Receives a line that is no message. */
  readonly onInvalidLine: (line: string) => void;
  /** Called when the program sends too much or reads too little to go on. */
  readonly onOverflow: (description: string) => void;
}

/** The error response of a server, or the reason why there is none. */
class StdioRequestError extends Error {
  override readonly name = "StdioRequestError";
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** A line is parsed at once, and nothing else of the service runs meanwhile. */
const maximumLineLength = 16 * 1024 * 1024;
/** The most bytes that wait for a program that does not read: twice what the gateway lets a request have. */
const maximumUnreadBytes = 64 * 1024 * 1024;
const methodNotFound = -32601;
const internalError = -32603;

const paramsSchema = z.record(z.string(), z.unknown());
const messageId = z.union([z.string(), z.number()]);
const messageSchema = z.union([
  z.object({
    jsonrpc: z.literal("2.0"),
    method: z.string(),
    id: messageId.optional(),
    params: paramsSchema.default({}),
  }),
  z.object({ jsonrpc: z.literal("2.0"), id: messageId, result: paramsSchema }),
  z.object({
    jsonrpc: z.literal("2.0"),
    id: messageId.nullish(),
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
]);
type StdioMessage = z.output<typeof messageSchema>;
const progressSchema = z.looseObject({ progressToken: messageId });

interface PendingRequest extends Pick<StdioRequestOptions, "onProgress"> {
  readonly resolve: (result: McpParams) => void;
  readonly reject: (error: unknown) => void;
}

/** Exchanges messages with a program. All its clients share the connection, so it gives their requests ids of its own. */
export function openStdioConnection({ input, output }: StdioStreams, listeners: StdioListeners): StdioConnection {
  const pending = new Map<string | number, PendingRequest>();
  let lastId = 0;
  const send = (message: object) => {
    if (!input.writable) return;
    input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    if (input.writableLength > maximumUnreadBytes) listeners.onOverflow("did not read its standard input");
  };
  // A program that has closed its input still ends its output.
  input.on("error", () => {});
  const onLine = (line: string) => {
    if (line.trim() === "") return;
    const { data: message } = messageSchema.safeParse(parseMessage(line));
    if (!message) listeners.onInvalidLine(line);
    else if ("method" in message) respond(message, { pending, send, listeners });
    else settle(message, pending);
  };
  readLines(output, onLine, () => listeners.onOverflow("wrote a line of more than 16 MB to its standard output"));
  output.once("close", () => {
    for (const { reject } of pending.values()) reject(createEndedError());
  });
  const notify = (method: string, params?: McpParams) => send({ method, ...(params && { params }) });
  return {
    notify,
    request: async (method, params, { signal, onProgress } = {}) => {
      signal?.throwIfAborted();
      if (output.destroyed) throw createEndedError();
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<McpParams>();
      const cancel = () => {
        notify("notifications/cancelled", { requestId: id });
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", cancel, { once: true });
      pending.set(id, { resolve, reject, onProgress });
      send({ id, method, params: onProgress ? addProgressToken(params, id) : params });
      try {
        return await promise;
      } finally {
        pending.delete(id);
        signal?.removeEventListener("abort", cancel);
      }
    },
  };
}

/** Numbers of a tool's result, which may be within the state of a task, are passed on as they were written. */
function parseMessage(line: string): unknown {
  const message = tryParseExactJson(line);
  const isTask = isRecord(message) && isRecord(message.result) && isRecord(message.result.result);
  return toPlainNumbersExceptAt(message, ["result", ...(isTask ? ["result"] : []), "structuredContent"]);
}

const createEndedError = () => new StdioRequestError(internalError, "The server has ended.");

/** The id of a request is its progress token too. */
function addProgressToken(params: McpParams, progressToken: number): McpParams {
  return { ...params, _meta: { ...paramsSchema.safeParse(params._meta).data, progressToken } };
}

interface ResponseContext {
  readonly pending: ReadonlyMap<string | number, PendingRequest>;
  readonly send: (message: object) => void;
  readonly listeners: StdioListeners;
}

/**
 * Handles a request or notification of the server. Nothing in its request says which client it is for, so the server gets no
 * capabilities of a client, and only its ping is answered.
 */
function respond(
  { id, method, params }: Extract<StdioMessage, { method: string }>,
  { pending, send, listeners }: ResponseContext,
): void {
  const progress = method === "notifications/progress" ? progressSchema.safeParse(params).data : undefined;
  if (progress) pending.get(progress.progressToken)?.onProgress?.(progress);
  else if (id === undefined) listeners.onNotification(method, params);
  else if (method === "ping") send({ id, result: {} });
  else
    send({
      id,
      error: { code: methodNotFound, message: "Several clients share this server, so it cannot ask one of them." },
    });
}

function settle(
  message: Exclude<StdioMessage, { method: string }>,
  pending: ReadonlyMap<string | number, PendingRequest>,
): void {
  const request = pending.get(message.id ?? "");
  if ("result" in message) request?.resolve(message.result);
  else request?.reject(new StdioRequestError(message.error.code, message.error.message, message.error.data));
}

/** Passes on the lines of a stream at a pace that leaves time for others. */
function readLines(output: Readable, onLine: (line: string) => void, onTooLong: () => void): void {
  const decoder = new StringDecoder("utf8");
  const pace = createOutputPace((isPaused) => (isPaused ? output.pause() : output.resume()));
  let rest = "";
  output.on("error", () => {});
  output.on("data", (chunk: Buffer) => {
    const [first = "", ...others] = decoder.write(chunk).split("\n");
    rest += first;
    for (const piece of others) {
      onLine(rest);
      rest = piece;
    }
    pace(others.length, chunk.length);
    if (rest.length <= maximumLineLength) return;
    rest = "";
    onTooLong();
  });
  output.once("end", () => onLine(rest + decoder.end()));
}

/** What a server says of itself, and how it takes requests. */
export interface StdioSession {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly capabilities: z.output<typeof capabilitiesSchema>;
  readonly instructions?: string | undefined;
  /** Adds what each request to the server contains. `envelope` is what that of the client contained, if it is of 2026-07-28. */
  readonly addMeta: (params: McpParams, envelope?: unknown) => McpParams;
}

/** The Tasks extension of 2026-07-28 (SEP-2663). In 2025-11-25, tasks are a part of the protocol. */
const tasksExtension = "io.modelcontextprotocol/tasks";
const tasksClient = z.object({
  "io.modelcontextprotocol/clientCapabilities": z.object({
    extensions: z.object({ [tasksExtension]: z.looseObject({}) }),
  }),
});

const clientInfo = { name: "fairlead", version: "1" };

const serverInfoSchema = z.looseObject({ name: z.string(), version: z.string() });
const changing = z.object({ listChanged: z.boolean().default(false) }).optional();
/** The capabilities that all clients of a server can share. */
const capabilitiesSchema = z.object({
  tools: changing,
  prompts: changing,
  resources: changing,
  completions: z.object({}).optional(),
  // A list of the tasks would be one of all clients.
  tasks: z
    .object({ cancel: z.looseObject({}), requests: z.looseObject({}) })
    .partial()
    .optional(),
  extensions: z.object({ [tasksExtension]: z.looseObject({}).optional() }).optional(),
});
const descriptionShape = { capabilities: capabilitiesSchema, instructions: z.string().optional() };
const initializeResult = z.object({ ...descriptionShape, serverInfo: serverInfoSchema });
const discoverResult = z
  .object({
    ...descriptionShape,
    _meta: z.object({ "io.modelcontextprotocol/serverInfo": serverInfoSchema }),
  })
  .transform(({ _meta, ...others }) => ({ ...others, serverInfo: _meta["io.modelcontextprotocol/serverInfo"] }));

/**
 * Opens the only session of a program. It begins with the handshake of 2025-11-25, which most programs have, because a program
 * may serve the version of its first message alone. One that refuses it is asked in 2026-07-28. Rejects if the program has neither.
 */
export async function openStdioSession(connection: StdioConnection): Promise<StdioSession> {
  try {
    const params = { protocolVersion: legacyProtocolVersion, capabilities: {}, clientInfo };
    const result = initializeResult.parse(await connection.request("initialize", params));
    connection.notify("notifications/initialized");
    // A server of this version knows the capabilities of its only client, which the clients of the gateway do not share.
    const { extensions: _, ...capabilities } = result.capabilities;
    return { ...result, capabilities, addMeta: (given) => given };
  } catch (error) {
    if (!(error instanceof StdioRequestError)) throw error;
    const addMeta = (params: McpParams, envelope?: unknown) => ({
      ...params,
      _meta: {
        ...paramsSchema.safeParse(params._meta).data,
        ...createModernMeta(clientInfo),
        // Of its other capabilities, the server could use none.
        ...tasksClient.safeParse(envelope).data,
      },
    });
    const result = await connection.request("server/discover", addMeta({})).catch(() => {
      throw error;
    });
    const { capabilities, ...described } = discoverResult.parse(result);
    const { tasks: _, ...others } = capabilities;
    return { ...described, capabilities: others, addMeta };
  }
}
