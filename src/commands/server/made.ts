import type { App } from "../../core/app.ts";
import { type MadeServers, madeServers } from "../../core/madeServers.ts";

/** What this workspace made at the active connection. */
export function made(app: App): MadeServers {
  return madeServers(app.memory, app.connections.scope() ?? "");
}
