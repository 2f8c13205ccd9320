import { isRecord } from "../../../text/record.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { ToolCallCounter } from "../../usage/toolCallCounter.ts";
import type { RequestInspector } from "./gatewayProxy.ts";

/** Longer bodies are passed on as they come and looked through for the words, not parsed. */
const parsedBody = 16 * 1024;

/** Counts a request's tool calls on their way, and lets none through that goes beyond the organization's limit. */
export function createToolCallQuotaCheck(toolCalls: ToolCallCounter, organizationId: string): RequestInspector {
  const look = callsInPieces();
  return {
    whole: toolCalls.isSpent(organizationId),
    admit: (body) => {
      const calls = toolCallsIn(body);
      if (calls > 0) toolCalls.spend(organizationId, calls);
    },
    see: (chunk) => {
      const calls = look(chunk);
      if (calls > 0) toolCalls.count(organizationId, calls);
    },
  };
}

/** What the body says counts, not the header beside it: a server may heed either. */
function toolCallsIn(body: Buffer): number {
  if (body.length === 0) return 0;
  if (body.length > parsedBody) return callsInPieces()(body);
  const message = tryParseJson(body.toString("utf8"));
  // What is no JSON here may be some for the server.
  if (message === undefined) return callsInPieces()(body);
  return (Array.isArray(message) ? message : [message]).filter(isToolCall).length;
}

function isToolCall(message: unknown): boolean {
  return isRecord(message) && message.method === "tools/call";
}

const callWords = /"method"\s*:\s*"tools\\?\/call"/g;
/** So much of a piece may be the beginning of the words that the next one ends. */
const overlap = 256;

function callsInPieces(): (piece: Buffer) => number {
  let rest = "";
  return (piece) => {
    const text = rest + piece.toString("latin1");
    const found = [...text.matchAll(callWords)];
    const last = found.at(-1);
    rest = text.slice(Math.max(last ? last.index + last[0].length : 0, text.length - overlap));
    return found.length;
  };
}
