import type * as z from "zod";
import { type ServerToolCalls, toolCallsRoute } from "../../contract/routes/toolCallsRoute.ts";
import type { Caller, ServiceContext } from "../context.ts";
import type { CallerRoute } from "../http/operationRoute.ts";
import { readServerToolCalls } from "../usage/serverToolCalls.ts";
import type { ToolCallCounter } from "../usage/toolCallCounter.ts";
import { requireServerRow } from "./serverHandlers.ts";

interface ToolCallsCall {
  readonly caller: Caller;
  readonly input: z.output<typeof toolCallsRoute.query>;
}

/** The route that counts the calls of a server's tools. */
export function createToolCallsRoute(context: ServiceContext, toolCalls: Pick<ToolCallCounter, "flush">): CallerRoute {
  const run = (call: unknown): ServerToolCalls => {
    // The route's schema produced the input.
    const { caller, input } = call as ToolCallsCall;
    const { id } = requireServerRow(context, caller.organizationId, input.id);
    toolCalls.flush();
    return readServerToolCalls(context.db, id);
  };
  return { name: "server.toolCalls", operation: toolCallsRoute, run };
}
