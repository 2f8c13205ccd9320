import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import type { App } from "../../workbench/app.ts";
import type { Connection } from "../model/connection.ts";

/** The clicked connection, else the active one. */
export function findTargetConnection(app: Pick<App, "connections">, { node }: CommandTarget): Connection | undefined {
  return node?.kind === "connection" ? node.connection : app.connections.active();
}
