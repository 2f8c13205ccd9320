import type { CallToolResult } from "@modelcontextprotocol/server";
import * as z from "zod/mini";
import { recordedAnswerSchema, upstreamProtocol } from "../../contract/mcp/upstreamExchange.ts";
import { isRecord } from "../../text/record.ts";
import type { UpstreamCapture } from "../upstream/upstreamCapture.ts";

export const createUpstreamCapture = (): UpstreamCapture => ({ exchanges: [], unmatched: [] });

/** Returns undefined for a call that does not ask for its exchanges. */
export function readUpstreamCapture(meta: unknown): UpstreamCapture | undefined {
  if (!isRecord(meta)) return undefined;
  const { [upstreamProtocol.capture]: isAsked, [upstreamProtocol.replay]: replay } = meta;
  if (replay === undefined) return isAsked === true ? createUpstreamCapture() : undefined;
  const recorded = z.array(recordedAnswerSchema).safeParse(replay).data;
  // A call that is to be replayed must not reach the network.
  return { ...createUpstreamCapture(), recorded: recorded ?? [] };
}

export function addUpstreamMeta(result: CallToolResult, capture: UpstreamCapture | undefined): CallToolResult {
  if (!capture) return result;
  const { exchanges, unmatched } = capture;
  const _meta = { [upstreamProtocol.exchanges]: exchanges, [upstreamProtocol.unmatched]: unmatched };
  return { ...result, _meta: { ...result._meta, ..._meta } };
}
