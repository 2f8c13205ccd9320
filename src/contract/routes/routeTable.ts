import type { Operation } from "../operation.ts";
import { operationTable } from "../operations.ts";
import { auditRoute } from "./auditRoute.ts";

/** What the client can call: the operations, and the route that is none. */
export const routeTable = {
  ...operationTable,
  "audit.list": auditRoute,
} as const satisfies Record<string, Operation>;
export type RouteName = keyof typeof routeTable;
