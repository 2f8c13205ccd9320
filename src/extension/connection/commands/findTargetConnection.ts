import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { ConnectionServices } from "../connectionServices.ts";
import type { Connection } from "../model/connection.ts";

/** The clicked connection, else the active one. */
export function findTargetConnection(app: ConnectionServices, { node }: CommandTarget): Connection | undefined {
  return node?.kind === "connection" ? node.connection : app.connections.active();
}
