import type { Connection } from "../../core/connection/connection.ts";
import type { App, CommandTarget } from "../app.ts";

/** The connection that was clicked, else the active one. */
export function findTargetConnection(app: App, { node }: CommandTarget): Connection | undefined {
  return node?.kind === "connection" ? node.connection : app.connections.active();
}
