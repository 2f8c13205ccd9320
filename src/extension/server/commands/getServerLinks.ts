import type { App } from "../../workbench/app.ts";
import { openServerLinks, type ServerLinks } from "../model/serverLinks.ts";

/** This workspace's links to servers of the active connection. */
export function getServerLinks(app: Pick<App, "connections" | "memory">): ServerLinks {
  return openServerLinks(app.memory, app.connections.scope() ?? "");
}
