import { type Agent, type IncomingMessage, request } from "node:http";
import { createParser } from "eventsource-parser";
import * as z from "zod";

/** A JSON-RPC call of a server's MCP endpoint over HTTP. */
export interface McpCall {
  readonly port: number;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  /** A notification has no id and no answer. */
  readonly notification?: true;
}

export interface McpAnswer {
  /** Of the MCP session the server opened, where it keeps sessions. */
  readonly sessionId: string | undefined;
  readonly result: Readonly<Record<string, unknown>>;
}

/** The server answered, but not with a result. */
export class McpCallError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "McpCallError";
  }
}

const largestAnswer = 32 * 1024 * 1024;
const requestId = 1;

const answerSchema = z.looseObject({
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/**
 * Plain HTTP instead of the official client: a probe needs three fixed calls, runs every few seconds for each server, and must be
 * ready at once when a deployment starts; loading the client alone takes longer than the probe.
 */
export async function callMcp(call: McpCall, agent: Agent, signal: AbortSignal): Promise<McpAnswer> {
  const response = await send(call, agent, signal);
  const sessionId = response.headers["mcp-session-id"];
  const answer = await readAnswer(response, call);
  return { sessionId: typeof sessionId === "string" ? sessionId : undefined, result: answer };
}

function send(call: McpCall, agent: Agent, signal: AbortSignal): Promise<IncomingMessage> {
  const id = call.notification ? {} : { id: requestId };
  const body = JSON.stringify({ jsonrpc: "2.0", ...id, method: call.method, params: call.params });
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      signal,
      host: "127.0.0.1",
      port: call.port,
      path: "/mcp",
      method: "POST",
      headers: {
        ...call.headers,
        Accept: "application/json, text/event-stream",
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
      },
    });
    outgoing.once("response", resolve).once("error", reject).end(body);
  });
}

async function readAnswer(response: IncomingMessage, call: McpCall): Promise<Readonly<Record<string, unknown>>> {
  const status = response.statusCode ?? 0;
  const type = response.headers["content-type"] ?? "";
  const message = type.includes("text/event-stream") ? await fromEvents(response) : await wholeText(response);
  if (call.notification) return {};
  const answer = parse(message);
  if (answer?.error) throw new McpCallError(`${call.method}: ${answer.error.message} (${answer.error.code})`);
  if (status !== 200) throw new McpCallError(`${call.method}: HTTP ${status}`);
  if (!answer?.result) throw new McpCallError(`${call.method}: the answer is not a JSON-RPC result`);
  return answer.result;
}

/** Other messages may come before the answer; the stream is left as soon as the answer is there. */
async function fromEvents(response: IncomingMessage): Promise<string> {
  let found: string | undefined;
  const parser = createParser({
    maxBufferSize: largestAnswer,
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") throw tooLarge();
    },
    onEvent: (event) => {
      if (parse(event.data)?.id === requestId) found ??= event.data;
    },
  });
  response.setEncoding("utf8");
  for await (const chunk of response) {
    parser.feed(String(chunk));
    if (found !== undefined) break;
  }
  return found ?? "";
}

async function wholeText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > largestAnswer) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const tooLarge = () => new McpCallError(`The answer is larger than ${largestAnswer} bytes.`);

function parse(text: string): z.output<typeof answerSchema> | undefined {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
