import { isRecord } from "../../../text/record.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import type { ToolCallCounter } from "../../usage/toolCallCounter.ts";
import type { RequestInspector } from "./gatewayProxy.ts";

/** Longer bodies are streamed and searched for tool calls instead of parsed. */
const maxParsedBody = 16 * 1024;

/** Counts the tool calls of a request and rejects those beyond the organization's limit. */
export function createToolCallQuotaCheck(toolCalls: ToolCallCounter, organizationId: string): RequestInspector {
  const countInChunk = createChunkCounter();
  return {
    buffersBody: toolCalls.isLimitReached(organizationId),
    checkBody: (body) => {
      const calls = countToolCalls(body);
      if (calls > 0) toolCalls.consume(organizationId, calls);
    },
    inspectChunk: (chunk) => {
      const calls = countInChunk(chunk);
      if (calls > 0) toolCalls.record(organizationId, calls);
    },
  };
}

/** Counts the calls in the body, not in the header, because a server may use either. */
function countToolCalls(body: Buffer): number {
  if (body.length === 0) return 0;
  if (body.length > maxParsedBody) return createChunkCounter()(body);
  const message = tryParseJson(body.toString("utf8"));
  // The server may accept a body that is not valid JSON here.
  if (message === undefined) return createChunkCounter()(body);
  return (Array.isArray(message) ? message : [message]).filter(isToolCall).length;
}

function isToolCall(message: unknown): boolean {
  return isRecord(message) && message.method === "tools/call";
}

const toolCallPattern = /"method"\s*:\s*"tools\\?\/call"/g;
/** The number of characters of a chunk in which a match may begin that the next chunk completes. */
const overlap = 256;

function createChunkCounter(): (chunk: Buffer) => number {
  let rest = "";
  return (chunk) => {
    const text = rest + chunk.toString("latin1");
    const found = [...text.matchAll(toolCallPattern)];
    const last = found.at(-1);
    rest = text.slice(Math.max(last ? last.index + last[0].length : 0, text.length - overlap));
    return found.length;
  };
}
