import type { Operation } from "../operation.ts";
import { operationTable } from "../operations.ts";
import { auditRoute } from "./auditRoute.ts";
import { grantRoutes } from "./grantRoutes.ts";
import { previewRoute } from "./previewRoute.ts";
import { recordingRoutes } from "./recordingRoutes.ts";
import { toolCallsRoute } from "./toolCallsRoute.ts";
import { toolsRoute } from "./toolsRoute.ts";

/** What the client can call: the operations, and the routes that are none. */
export const routeTable = {
  ...operationTable,
  "audit.list": auditRoute,
  "preview.discard": previewRoute,
  "registry.tools": toolsRoute,
  "server.toolCalls": toolCallsRoute,
  ...grantRoutes,
  ...recordingRoutes,
} as const satisfies Record<string, Operation>;
export type RouteName = keyof typeof routeTable;
