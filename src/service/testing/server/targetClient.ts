import type { Agent } from "node:http";
import type { ApiCheckResult } from "../../../runtime/check/apiCheckResult.ts";
import { requestApiCheck } from "../../deployments/health/apiHealthCheck.ts";
import { createServerAgent, type ServerEndpoint } from "../../mcp/serverEndpoint.ts";
import {
  createModernClient,
  initializeSession,
  type ProtocolClient,
  type ProtocolEra,
  type ProtocolResponse,
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
  let session: { readonly agent: Agent; readonly client: ProtocolClient } | undefined;

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
  const recordTranscript = (response: ProtocolResponse) => {
    transcripts.push(response.transcript);
    return response;
  };
  const findClient = async (agent: Agent, era: ProtocolEra, signal: AbortSignal) => {
    if (era === "2026-07-28") return createModernClient(agent);
    if (session?.agent !== agent) session = { agent, client: await openSession(agent, recordTranscript, signal) };
    return session.client;
  };

  return {
    request: (era, method, params, signal, headers) =>
      callProcess(signal, async (agent) => {
        const client = await findClient(agent, era, signal);
        return recordTranscript(await client.request(method, params, signal, headers));
      }),
    requestInitialize: (signal) =>
      callProcess(signal, async (agent) => recordTranscript((await initializeSession(agent, signal)).hello)),
    checkApi: (signal) => callProcess(signal, (agent) => requestApiCheck(agent, signal)),
    takeTranscript: () => {
      const text = transcripts.join("\n\n");
      transcripts = [];
      return text;
    },
    close: async () => {
      // A server that has exited has no session to end.
      await session?.client.end(AbortSignal.timeout(sessionEndTimeoutMs)).catch(() => undefined);
      current?.agent.destroy();
    },
  };
}

async function openSession(
  agent: Agent,
  recordTranscript: (response: ProtocolResponse) => ProtocolResponse,
  signal: AbortSignal,
): Promise<ProtocolClient> {
  const { hello: requestInitialize, open } = await initializeSession(agent, signal);
  const { protocolVersion } = parseProtocolResult(
    "initialize",
    recordTranscript(requestInitialize),
    initializeResultSchema,
    "a session of 2025-11-25",
  );
  const { noted, client } = await open(protocolVersion);
  if (noted.status < 300) return client;
  const [expected, actual] = ["HTTP 202", `HTTP ${noted.status}`];
  throw new UnexpectedResultError(
    `The server responded to notifications/initialized with ${actual}.`,
    expected,
    actual,
  );
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
