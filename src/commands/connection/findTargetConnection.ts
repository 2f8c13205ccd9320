import type { Connection } from "../../core/connection/connection.ts";
import type { CommandTarget } from "../../core/view/commandTarget.ts";
import type { App } from "../app.ts";

/** The clicked connection, else the active one. */
export function findTargetConnection(app: Pick<App, "connections">, { node }: CommandTarget): Connection | undefined {
  return node?.kind === "connection" ? node.connection : app.connections.active();
}
