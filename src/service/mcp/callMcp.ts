import type { Agent } from "node:http";
import * as z from "zod";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { type McpHttpResponse, type McpMessage, sendMcpMessage } from "./sendMcpMessage.ts";

export interface McpResult {
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

const answerSchema = z.looseObject({
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
});

/** Asks a server's MCP endpoint and answers with the result; whatever is none is thrown. */
export async function callMcp(call: McpMessage, agent: Agent, signal: AbortSignal): Promise<McpResult> {
  const found = await sendMcpMessage(call, agent, signal);
  return { sessionId: found.sessionId, result: call.notification ? {} : resultOf(call.method, found) };
}

function resultOf(method: string, { status, text }: McpHttpResponse): Readonly<Record<string, unknown>> {
  const answer = answerSchema.safeParse(tryParseJson(text)).data;
  if (answer?.error) throw new McpCallError(`${method}: ${answer.error.message} (${answer.error.code})`);
  if (status !== 200) throw new McpCallError(`${method}: HTTP ${status}`);
  if (!answer?.result) throw new McpCallError(`${method}: the answer is not a JSON-RPC result`);
  return answer.result;
}
