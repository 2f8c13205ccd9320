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

/** Asks the server under test, whichever process that is right now: one that has ended is another one then. */
export interface TargetClient {
  ask(
    era: ProtocolEra,
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
    headers?: Readonly<Record<string, string>>,
  ): Promise<ProtocolResponse>;
  /** What `initialize` is answered, without keeping the session. */
  hello(signal: AbortSignal): Promise<ProtocolResponse>;
  /** Everything said since this was called last, for people. */
  takeSeen(): string;
  close(): Promise<void>;
}

const goodbyeMs = 1000;

export function createTargetClient(target: ServerTestTarget): TargetClient {
  const agent = createConnectionAgent();
  let seen: string[] = [];
  let session: { readonly port: number; readonly conversation: ProtocolClient } | undefined;

  const at = async <T>(signal: AbortSignal, work: (port: number) => Promise<T>): Promise<T> => {
    const port = await target.port(signal);
    try {
      return await work(port);
    } catch (error) {
      if (signal.aborted || isTold(error)) throw error;
      throw await unanswered(target, port, error);
    }
  };
  const note = (exchanged: ProtocolResponse) => {
    seen.push(exchanged.seen);
    return exchanged;
  };
  const conversationAt = async (port: number, era: ProtocolEra, signal: AbortSignal) => {
    if (era === "2026-07-28") return createModernClient(port, agent);
    if (session?.port !== port) session = { port, conversation: await openSession(port, agent, note, signal) };
    return session.conversation;
  };

  return {
    ask: (era, method, params, signal, headers) =>
      at(signal, async (port) => {
        const conversation = await conversationAt(port, era, signal);
        return note(await conversation.ask(method, params, signal, headers));
      }),
    hello: (signal) => at(signal, async (port) => note((await initializeSession(port, agent, signal)).hello)),
    takeSeen: () => {
      const text = seen.join("\n\n");
      seen = [];
      return text;
    },
    close: async () => {
      // A server that is gone has no session left to end.
      await session?.conversation.end(AbortSignal.timeout(goodbyeMs)).catch(() => undefined);
      agent.destroy();
    },
  };
}

async function openSession(
  port: number,
  agent: Agent,
  note: (exchanged: ProtocolResponse) => ProtocolResponse,
  signal: AbortSignal,
): Promise<ProtocolClient> {
  const { hello, open } = await initializeSession(port, agent, signal);
  const { protocolVersion } = parseProtocolResult(
    "initialize",
    note(hello),
    initializeResultSchema,
    "a session of 2025-11-25",
  );
  const { noted, conversation } = await open(protocolVersion);
  if (noted.status < 300) return conversation;
  const [expected, actual] = ["HTTP 202", `HTTP ${noted.status}`];
  throw new UnexpectedResultError(`notifications/initialized was answered with ${actual}.`, expected, actual);
}

const isTold = (error: unknown) =>
  error instanceof UnexpectedResultError ||
  error instanceof CaseNotRunError ||
  error instanceof ServerTestTargetGoneError;

async function unanswered(target: ServerTestTarget, port: number, error: unknown): Promise<UnexpectedResultError> {
  const ended = await target.ended(port);
  if (ended === undefined) {
    const message = error instanceof Error ? error.message : String(error);
    return new UnexpectedResultError(`The server gave no answer: ${message}`, "an answer", message);
  }
  const lines = target.lastLines();
  const actual = [`the process ${ended}`, ...lines].join("\n");
  return new UnexpectedResultError(`The server gave no answer: its process ${ended}.`, "an answer", actual);
}
