import type { Connection } from "../../core/connection/connection.ts";
import type { App, Target } from "../app.ts";

/** The connection that was clicked, else the active one. */
export function connectionOf(app: App, { node }: Target): Connection | undefined {
  return node?.kind === "connection" ? node.connection : app.connections.active();
}
