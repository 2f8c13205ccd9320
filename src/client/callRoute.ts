import type * as z from "zod";
import type { recordingRoutes } from "../contract/routes/recordingRoutes.ts";
import { type RouteName, routeTable } from "../contract/routes/routeTable.ts";
import type { CallOptions } from "./client.ts";
import type { ClientContext } from "./clientContext.ts";
import { parseResponse } from "./parseResponse.ts";
import { sendCall } from "./pipeline.ts";

/** The routes of Fairlead's own service that are no operations. */
type OwnRouteName = Extract<
  RouteName,
  | "audit.list"
  | "registry.tools"
  | "server.toolCalls"
  | "grants.list"
  | "grantRequests.wait"
  | keyof typeof recordingRoutes
>;
type OwnRoute<N extends OwnRouteName> = (typeof routeTable)[N];

type OwnRouteInput<N extends OwnRouteName> = z.input<OwnRoute<N>["query"]> &
  (OwnRoute<N>["body"] extends z.ZodObject ? z.input<OwnRoute<N>["body"]> : object);

/** Calls a route of Fairlead's own service that is no operation. */
export async function callRoute<N extends OwnRouteName>(
  context: ClientContext,
  name: N,
  input: OwnRouteInput<N>,
  options: CallOptions = {},
): Promise<z.output<OwnRoute<N>["output"]>> {
  const { errorContext, response } = await sendCall(context, { name, input, options });
  // The schema parsed it.
  return (await parseResponse(errorContext, response, routeTable[name].output)) as z.output<OwnRoute<N>["output"]>;
}
