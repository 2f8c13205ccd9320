import type { OperationHandlers, ServiceContext } from "../context.ts";
import { readServerToolCalls } from "../usage/serverToolCalls.ts";
import type { ToolCallCounter } from "../usage/toolCallCounter.ts";
import { requireServerRow } from "./serverHandlers.ts";

/** The route that counts the calls of a server's tools. */
export function toolCallHandlers(
  context: ServiceContext,
  toolCalls: Pick<ToolCallCounter, "flush">,
): OperationHandlers<"server.toolCalls"> {
  return {
    "server.toolCalls": ({ caller, input }) => {
      const { id } = requireServerRow(context, caller.organizationId, input.id);
      toolCalls.flush();
      return readServerToolCalls(context.db, id);
    },
  };
}
