import * as l10n from "@vscode/l10n";
import * as z from "zod/mini";
import type { CallToolResult, McpTask } from "../../../client/mcp/mcpConnection.ts";
import { upstreamExchangeSchema, upstreamProtocol } from "../../../contract/mcp/upstreamExchange.ts";
import { estimateTokens } from "../../../text/estimateTokens.ts";
import type { CallView } from "../../../webview/protocol/toolPanelMessages.ts";
import { createContentViews } from "./createContentViews.ts";

/** How a call ended. */
export type CallEnd = Pick<CallView, "state"> & Partial<CallView>;

export const readTaskView = ({ status, message }: Pick<McpTask, "status" | "message">): CallView["task"] => {
  return { status, ...(message !== undefined && { message }) };
};

export function readTaskEnd({ status, result, error }: McpTask, declined: readonly string[]): CallEnd {
  if (result) return readToolResult(result, declined);
  if (status === "cancelled") return { state: "cancelled" };
  return { state: "failed", error: l10n.t`The task failed: ${error ?? status}` };
}

export function readToolResult(
  result: CallToolResult,
  declined: readonly string[],
): Omit<CallView, "id" | "at" | "arguments"> {
  const { content, structuredContent, isError } = result;
  const text = JSON.stringify(structuredContent === undefined ? content : { content, structuredContent });
  const notes = declined.map((message) => {
    return { kind: "omitted", why: l10n.t`The server asked for input, which was declined: ${message}` } as const;
  });
  return {
    state: isError ? "failed" : "succeeded",
    bytes: Buffer.byteLength(text),
    tokens: estimateTokens(text),
    content: [...notes, ...createContentViews(content)],
    ...(structuredContent !== undefined && { structured: structuredContent }),
  };
}

/** The server adds no exchanges for a caller who may not see them. */
export function readExchanges({ _meta }: CallToolResult): Pick<CallView, "exchanges"> {
  return { exchanges: z.array(upstreamExchangeSchema).safeParse(_meta?.[upstreamProtocol.exchanges]).data ?? [] };
}
