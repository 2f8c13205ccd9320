import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { createParser } from "eventsource-parser";
import { listenMethod } from "../../../contract/mcp/heldStream.ts";
import { type RecordedCall, recordedCallsSchema, upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { tryParseExactJson } from "../../../text/number/readExactJson.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { findKeyHolder } from "../../auth/apiKeys.ts";
import type { ServiceContext } from "../../context.ts";
import { findGrant } from "../../grants/grantStore.ts";
import { createServerAgent, readServerJson, type ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import {
  type Forward,
  type ForwardedCall,
  NoServerResponseError,
  type ProxiedRequest,
} from "../gateway/gatewayProxy.ts";
import type { RuntimeTokens } from "../gateway/runtimeTokens.ts";
import { ToolCallScanner } from "../gateway/toolCallScanner.ts";
import { createTraces } from "./createTraces.ts";
import type { ActiveRecording, Recordings } from "./recordings.ts";

interface RecordingParts {
  readonly context: Pick<ServiceContext, "clock" | "db" | "log">;
  readonly tokens: Pick<RuntimeTokens, "findKeyId">;
  readonly recordings: Recordings;
}

/** Where a request goes, and the token that it came with. */
interface RecordedTarget {
  readonly deploymentId: string;
  readonly token: string;
  readonly recording: ActiveRecording;
}

/** A larger request or response is not in its trace. */
const maxBodyBytes = 512 * 1024;
/** The most requests of a deployment that are recorded at the same time, which bounds the memory. */
const mostUnderWay = 32;
const maxSessions = 1000;
const maxNameLength = 100;
const readTimeoutMs = 2000;
const maxRecordBytes = 4 * 2 ** 20;

/** Records the requests to deployments that are being recorded. Clients and servers exchange the same bytes. */
export function createCallRecorder(parts: RecordingParts) {
  return async (target: Omit<RecordedTarget, "recording">, call: ForwardedCall, forward: Forward) => {
    const recording = parts.recordings.find(target.deploymentId);
    if (!recording || call.incoming.method !== "POST") return forward(call);
    if (recording.underWay < mostUnderWay && !isListening(call.incoming))
      return forwardRecorded(parts, { ...target, recording }, forward, call);
    const scanner = new ToolCallScanner();
    const countMissed = (bytes: Buffer) => {
      recording.missed += scanner.scan(bytes);
    };
    return forward(addInspector(call, countMissed));
  };
}

/** Whether a request says that it opens a stream without an end. Its body may call a tool nevertheless. */
const isListening = ({ headers }: ForwardedCall["incoming"]) => headers["mcp-method"] === listenMethod;

/** The inspector sees what may be forwarded, because those before it throw first. */
const addInspector = (call: ForwardedCall, inspect: (bytes: Buffer) => void): ForwardedCall => ({
  ...call,
  inspectors: [...(call.inspectors ?? []), inspect],
});

async function forwardRecorded(
  parts: RecordingParts,
  target: RecordedTarget,
  forward: Forward,
  call: ForwardedCall,
): Promise<ProxiedRequest> {
  const { recording } = target;
  const { tapped, observed } = tapCall(call, randomUUID());
  const at = parts.context.clock().toISOString();
  const startedAt = performance.now();
  let failure: string | undefined;
  recording.underWay += 1;
  try {
    const forwarded = await forward(tapped);
    if (forwarded.status !== null && forwarded.status >= 400) failure = `HTTP ${forwarded.status}`;
    return forwarded;
  } catch (error) {
    if (error instanceof NoServerResponseError) failure = error.message;
    throw error;
  } finally {
    const ms = Math.round(performance.now() - startedAt);
    // The client has its response; the server must not end before it was asked.
    await saveTraces(parts, target, call, { ...observed, at, ms, failure }).catch((error: unknown) => {
      recording.missed += 1;
      parts.context.log("error", `A call of ${target.deploymentId} was not recorded: ${String(error)}`);
    });
    recording.underWay -= 1;
  }
}

interface ObservedRequest {
  readonly record: string;
  readonly request: BodyCollector;
  readonly response: BodyCollector;
  readonly scanner: { calls: number };
  /** Of the response. */
  readonly head: { headers: IncomingHttpHeaders };
}

/** Watches what is forwarded, and asks the server to keep what it exchanges with its API. */
function tapCall(call: ForwardedCall, record: string): { tapped: ForwardedCall; observed: ObservedRequest } {
  const scanner = new ToolCallScanner();
  const observed: ObservedRequest = {
    record,
    request: new BodyCollector(),
    response: new BodyCollector(),
    scanner: { calls: 0 },
    head: { headers: {} },
  };
  const observe = (bytes: Buffer) => {
    observed.request.add(bytes);
    observed.scanner.calls += scanner.scan(bytes);
  };
  const tapped: ForwardedCall = {
    ...addInspector(call, observe),
    addedHeaders: { ...call.addedHeaders, [upstreamProtocol.record]: record, "accept-encoding": "identity" },
    onResponse: (response) => {
      observed.head.headers = response.headers;
      return call.onResponse?.(response) ?? (() => {});
    },
    onResponseChunk: (bytes) => observed.response.add(bytes),
  };
  return { tapped, observed };
}

/** The bytes of a body up to a limit. */
class BodyCollector {
  size = 0;
  #chunks: Buffer[] = [];

  add(bytes: Buffer): void {
    this.size += bytes.length;
    if (this.size <= maxBodyBytes) this.#chunks.push(bytes);
    else this.#chunks = [];
  }

  /** undefined: it was too large. */
  read(): Buffer | undefined {
    return this.size > maxBodyBytes ? undefined : Buffer.concat(this.#chunks);
  }
}

interface EndedRequest extends ObservedRequest {
  readonly at: string;
  readonly ms: number;
  readonly failure: string | undefined;
}

async function saveTraces(
  { context, tokens, recordings }: RecordingParts,
  { deploymentId, token, recording }: RecordedTarget,
  { incoming, endpoint }: Pick<ForwardedCall, "incoming" | "endpoint">,
  { record, request, response, scanner, head, at, ms, failure }: EndedRequest,
): Promise<void> {
  const requestBody = request.read();
  const messages = requestBody ? readRpcMessages(requestBody) : [];
  const client = readClientName(recording, messages, incoming.headers, head.headers);
  const calls = requestBody
    ? messages.filter((message) => message.method === "tools/call" && "id" in message)
    : Array.from({ length: scanner.calls }, () => ({ params: { name: incoming.headers["mcp-name"] } }));
  if (calls.length === 0) return;
  const responseBody = response.read();
  const recorded = recording.hidesExchanges ? undefined : await readRecordedCalls(recording, endpoint, record);
  const keyId = await tokens.findKeyId(token);
  const keyName = keyId === undefined ? undefined : readTokenName(context, keyId);
  const traces = createTraces(
    {
      at,
      ms,
      calls,
      failure,
      recorded,
      bytes: response.size,
      isCut: !requestBody,
      responses: responseBody && readRpcMessages(responseBody, head.headers["content-type"]),
      ...(client !== undefined && { client }),
      ...(keyName !== undefined && { keyName }),
    },
    recording.maskServerSecrets,
  );
  recordings.add(deploymentId, recording, traces);
}

/** The name of the API key that a token is from, or of the agent that its user let in. */
const readTokenName = (context: Pick<ServiceContext, "db">, id: string) =>
  findKeyHolder(context, { id })?.actor.key.name ?? findGrant(context, id)?.client;

/** Asks a server what the calls of a request exchanged with its API; undefined: its code does not show it. */
async function readRecordedCalls(
  recording: ActiveRecording,
  endpoint: ServerEndpoint,
  record: string,
): Promise<readonly RecordedCall[] | undefined> {
  const agent = createServerAgent(endpoint, {});
  const options = {
    agent,
    path: upstreamProtocol.recordPath,
    headers: { [upstreamProtocol.record]: record },
    limit: maxRecordBytes,
  };
  try {
    const answer = await readServerJson(options, AbortSignal.timeout(readTimeoutMs));
    const calls = recordedCallsSchema.safeParse(answer).data?.calls;
    // A server of own code may do anything with a path that it does not know, so it is asked once.
    recording.hidesExchanges = calls === undefined;
    return calls;
  } catch {
    // The server has ended, or the exchanges are too large. The trace says that it lacks them.
    return undefined;
  } finally {
    agent.destroy();
  }
}

const clientInfoField = "io.modelcontextprotocol/clientInfo";

/** The name in the request (2026-07-28), or in the one that opened the session; undefined: it opened before the recording. */
function readClientName(
  { clients }: ActiveRecording,
  messages: readonly UnknownRecord[],
  incoming: IncomingHttpHeaders,
  returned: IncomingHttpHeaders,
): string | undefined {
  const [message] = messages;
  const params = isRecord(message?.params) ? message.params : {};
  const info =
    message?.method === "initialize" ? params.clientInfo : isRecord(params._meta) && params._meta[clientInfoField];
  const name = isRecord(info) && typeof info.name === "string" ? info.name.slice(0, maxNameLength) : undefined;
  const opened = returned["mcp-session-id"];
  if (name !== undefined && typeof opened === "string" && clients.size < maxSessions) clients.set(opened, name);
  return name ?? clients.get(String(incoming["mcp-session-id"]));
}

/** The JSON-RPC messages of a body: one, a batch, or those of an event stream. What is none is omitted. */
function readRpcMessages(body: Buffer, contentType = ""): readonly UnknownRecord[] {
  const text = body.toString("utf8");
  const values = contentType.startsWith("text/event-stream") ? readEvents(text) : [tryParseExactJson(text)];
  return values.flat().filter(isRecord);
}

function readEvents(text: string): readonly unknown[] {
  const values: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => void values.push(tryParseExactJson(data)) });
  parser.feed(text);
  // The last event of a stream that was cut has no empty line.
  parser.reset({ consume: true });
  return values;
}
