import { openServerLinks, type ServerLinks } from "../../core/server/serverLinks.ts";
import type { App } from "../app.ts";

/** This workspace's links to servers of the active connection. */
export function getServerLinks(app: Pick<App, "connections" | "memory">): ServerLinks {
  return openServerLinks(app.memory, app.connections.scope() ?? "");
}
