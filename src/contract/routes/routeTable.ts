import type { Operation } from "../operation.ts";
import { operationTable } from "../operations.ts";
import { auditRoute } from "./auditRoute.ts";
import { grantRoutes } from "./grantRoutes.ts";
import { previewRoutes } from "./previewRoutes.ts";
import { recordingRoutes } from "./recordingRoutes.ts";
import { toolCallsRoute } from "./toolCallsRoute.ts";
import { toolsRoute } from "./toolsRoute.ts";

/** What the client can call: the operations, and the routes that are none. */
export const routeTable = {
  ...operationTable,
  "audit.list": auditRoute,
  "registry.tools": toolsRoute,
  "server.toolCalls": toolCallsRoute,
  ...grantRoutes,
  ...previewRoutes,
  ...recordingRoutes,
} as const satisfies Record<string, Operation>;
export type RouteName = keyof typeof routeTable;
