import type { Agent } from "node:http";
import {
  createConnectionAgent,
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
  /** Returns the transcript of all messages since the last call, for the user. */
  takeTranscript(): string;
  close(): Promise<void>;
}

const sessionEndTimeoutMs = 1000;

export function createTargetClient(target: ServerTestTarget): TargetClient {
  const agent = createConnectionAgent();
  let transcripts: string[] = [];
  let session: { readonly port: number; readonly client: ProtocolClient } | undefined;

  const callAtPort = async <T>(signal: AbortSignal, call: (port: number) => Promise<T>): Promise<T> => {
    const port = await target.port(signal);
    try {
      return await call(port);
    } catch (error) {
      if (signal.aborted || isReported(error)) throw error;
      throw await toNoResponseError(target, port, error);
    }
  };
  const recordTranscript = (response: ProtocolResponse) => {
    transcripts.push(response.transcript);
    return response;
  };
  const findClient = async (port: number, era: ProtocolEra, signal: AbortSignal) => {
    if (era === "2026-07-28") return createModernClient(port, agent);
    if (session?.port !== port) session = { port, client: await openSession(port, agent, recordTranscript, signal) };
    return session.client;
  };

  return {
    request: (era, method, params, signal, headers) =>
      callAtPort(signal, async (port) => {
        const client = await findClient(port, era, signal);
        return recordTranscript(await client.request(method, params, signal, headers));
      }),
    requestInitialize: (signal) =>
      callAtPort(signal, async (port) => recordTranscript((await initializeSession(port, agent, signal)).hello)),
    takeTranscript: () => {
      const text = transcripts.join("\n\n");
      transcripts = [];
      return text;
    },
    close: async () => {
      // A server that has exited has no session to end.
      await session?.client.end(AbortSignal.timeout(sessionEndTimeoutMs)).catch(() => undefined);
      agent.destroy();
    },
  };
}

async function openSession(
  port: number,
  agent: Agent,
  recordTranscript: (response: ProtocolResponse) => ProtocolResponse,
  signal: AbortSignal,
): Promise<ProtocolClient> {
  const { hello: requestInitialize, open } = await initializeSession(port, agent, signal);
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
  port: number,
  error: unknown,
): Promise<UnexpectedResultError> {
  const ended = await target.describeExit(port);
  if (ended === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return new UnexpectedResultError(`The server sent no response: ${message}`, "a response", message);
  }
  const lines = target.readLastLines();
  const actual = [`the process ${ended}`, ...lines].join("\n");
  return new UnexpectedResultError(`The server sent no response: its process ${ended}.`, "a response", actual);
}
