import { type MadeServers, madeServers } from "../../core/server/serverLinks.ts";
import type { App } from "../app.ts";

/** What this workspace made at the active connection. */
export function made(app: App): MadeServers {
  return madeServers(app.memory, app.connections.scope() ?? "");
}
