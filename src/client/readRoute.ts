import type * as z from "zod";
import { type RouteName, routeTable } from "../contract/routes/routeTable.ts";
import type { CallOptions } from "./client.ts";
import type { ClientContext } from "./clientContext.ts";
import { parseResponse } from "./parseResponse.ts";
import { sendCall } from "./pipeline.ts";

/** The routes of Fairlead's own service that are no operations. */
type OwnRouteName = Extract<RouteName, "audit.list" | "registry.tools" | "grants.list" | "grantRequests.wait">;
type OwnRoute<N extends OwnRouteName> = (typeof routeTable)[N];

/** Reads a route of Fairlead's own service that is no operation. */
export async function readRoute<N extends OwnRouteName>(
  context: ClientContext,
  name: N,
  query: z.input<OwnRoute<N>["query"]>,
  options: CallOptions = {},
): Promise<z.output<OwnRoute<N>["output"]>> {
  const { errorContext, response } = await sendCall(context, { name, input: query, options });
  // The schema parsed it.
  return (await parseResponse(errorContext, response, routeTable[name].output)) as z.output<OwnRoute<N>["output"]>;
}
