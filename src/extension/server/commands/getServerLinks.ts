import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { openServerLinks, type ServerLinks } from "../model/serverLinks.ts";

/** This workspace's links to servers of the active connection. */
export function getServerLinks(app: ConnectedServices): ServerLinks {
  return openServerLinks(app.memory, app.connections.scope() ?? "");
}
