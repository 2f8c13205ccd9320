import type { ToolCallCounter } from "../../usage/toolCallCounter.ts";
import type { RequestInspector } from "./gatewayProxy.ts";
import { ToolCallScanner } from "./toolCallScanner.ts";

/**
 * Counts the tool calls of a request, in its body and not in the header, because a server may use either. Rejects those beyond the
 * organization's limit before the server has the whole body.
 */
export function createToolCallQuotaCheck(
  toolCalls: ToolCallCounter,
  organizationId: string,
): RequestInspector & { countCalls(): number } {
  const scanner = new ToolCallScanner();
  let counted = 0;
  const countIn = (bytes: Buffer) => {
    const calls = scanner.scan(bytes);
    counted += calls;
    if (calls > 0) toolCalls.consume(organizationId, calls);
  };
  return {
    // The calls of a batch are counted together or not at all.
    buffersBody: toolCalls.isLimitNear(organizationId),
    checkBody: countIn,
    inspectChunk: countIn,
    countCalls: () => counted,
  };
}
