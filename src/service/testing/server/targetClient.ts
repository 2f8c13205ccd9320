import type { Agent } from "node:http";
import type { ApiCheckResult } from "../../../runtime/check/apiCheckResult.ts";
import { requestApiCheck } from "../../deployments/health/apiHealthCheck.ts";
import { createLegacyMcpHeaders } from "../../mcp/mcpProtocolVersions.ts";
import { endMcpSession, type McpMessage, sendMcpMessage } from "../../mcp/sendMcpMessage.ts";
import { createServerAgent, type ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import {
  createModernRequest,
  initializeRequest,
  type ProtocolEra,
  type ProtocolResponse,
  sendProtocolRequest,
} from "./protocolClient.ts";
import { initializeResultSchema } from "./protocolSchemas.ts";
import { CaseNotRunError, parseProtocolResult, UnexpectedResultError } from "./runCheck.ts";
import { type ServerTestTarget, ServerTestTargetGoneError } from "./serverTestTarget.ts";

/** Sends requests to the current process of the server under test. After a restart it uses the new process. */
export interface TargetClient {
  request(
    era: ProtocolEra,
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ProtocolResponse>;
  /** Sends `initialize` without retaining the session. */
  requestInitialize(signal: AbortSignal): Promise<ProtocolResponse>;
  /** Lets the server check its API; undefined: its code cannot. */
  checkApi(signal: AbortSignal): Promise<ApiCheckResult | undefined>;
  /** Returns the transcript of all messages since the last call, for the user. */
  takeTranscript(): string;
  close(): Promise<void>;
}

const sessionEndTimeoutMs = 1000;

export function createTargetClient(target: ServerTestTarget): TargetClient {
  let transcripts: string[] = [];
  let current: { readonly endpoint: ServerEndpoint; readonly agent: Agent } | undefined;
  let session: { readonly agent: Agent; readonly headers: Readonly<Record<string, string>> } | undefined;

  const findAgent = (endpoint: ServerEndpoint): Agent => {
    if (current?.endpoint === endpoint) return current.agent;
    current?.agent.destroy();
    current = { endpoint, agent: createServerAgent(endpoint, { keepAlive: true, maxSockets: 4 }) };
    return current.agent;
  };
  const callProcess = async <T>(signal: AbortSignal, call: (agent: Agent) => Promise<T>): Promise<T> => {
    const endpoint = await target.endpoint(signal);
    try {
      return await call(findAgent(endpoint));
    } catch (error) {
      if (signal.aborted || isReported(error)) throw error;
      throw await toNoResponseError(target, endpoint, error);
    }
  };
  const send: SendRequest = async (message, agent, signal) => {
    const response = await sendProtocolRequest(message, agent, signal);
    transcripts.push(response.transcript);
    return response;
  };
  const findSessionHeaders = async (agent: Agent, signal: AbortSignal) => {
    if (session?.agent !== agent) session = { agent, headers: await openSession(send, agent, signal) };
    return session.headers;
  };

  return {
    request: (era, method, params, signal, headers) =>
      callProcess(signal, async (agent) => {
        const message =
          era === "2026-07-28"
            ? createModernRequest(method, params, headers)
            : { method, params, headers: await findSessionHeaders(agent, signal) };
        return send(message, agent, signal);
      }),
    requestInitialize: (signal) => callProcess(signal, (agent) => send(initializeRequest, agent, signal)),
    checkApi: (signal) => callProcess(signal, (agent) => requestApiCheck(agent, signal)),
    takeTranscript: () => {
      const text = transcripts.join("\n\n");
      transcripts = [];
      return text;
    },
    close: async () => {
      // A server that has exited has no session to end.
      if (session?.headers["Mcp-Session-Id"] !== undefined)
        await endMcpSession(session.headers, session.agent, AbortSignal.timeout(sessionEndTimeoutMs)).catch(() => {});
      current?.agent.destroy();
    },
  };
}

type SendRequest = (message: McpMessage, agent: Agent, signal: AbortSignal) => Promise<ProtocolResponse>;

/** Opens a session, and returns the headers of its requests. */
async function openSession(send: SendRequest, agent: Agent, signal: AbortSignal): Promise<Record<string, string>> {
  const response = await send(initializeRequest, agent, signal);
  const { protocolVersion } = parseProtocolResult(
    "initialize",
    response,
    initializeResultSchema,
    "a session of 2025-11-25",
  );
  const headers = createLegacyMcpHeaders(protocolVersion, response.sessionId);
  const initialized = { method: "notifications/initialized", params: {}, headers, notification: true } as const;
  const { status } = await sendMcpMessage(initialized, agent, signal);
  if (status < 300) return headers;
  const actual = `HTTP ${status}`;
  const message = `The server responded to notifications/initialized with ${actual}.`;
  throw new UnexpectedResultError(message, "HTTP 202", actual);
}

const isReported = (error: unknown) =>
  error instanceof UnexpectedResultError ||
  error instanceof CaseNotRunError ||
  error instanceof ServerTestTargetGoneError;

async function toNoResponseError(
  target: ServerTestTarget,
  endpoint: ServerEndpoint,
  error: unknown,
): Promise<UnexpectedResultError> {
  const ended = await target.describeExit(endpoint);
  if (ended === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return new UnexpectedResultError(`The server sent no response: ${message}`, "a response", message);
  }
  const lines = target.readLastLines();
  const actual = [`the process ${ended}`, ...lines].join("\n");
  return new UnexpectedResultError(`The server sent no response: its process ${ended}.`, "a response", actual);
}
