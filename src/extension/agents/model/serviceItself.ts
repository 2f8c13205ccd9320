import { serviceMcpId, serviceMcpName } from "../../../contract/mcp/serviceMcp.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";

/** What an agent's file names: a server, or the service itself, whose tools deploy and test servers. */
export interface UsedServer {
  readonly id: string;
  readonly name: string;
}

export const serviceItself: UsedServer = { id: serviceMcpId, name: serviceMcpName };

/** The MCP endpoint of the service in use. */
export async function readServiceMcpUrl({ connections }: ConnectionServices): Promise<string | undefined> {
  const base = (await connections.localEndpoint())?.url ?? connections.active()?.baseUrl;
  return base === undefined ? undefined : `${base.replace(/\/+$/, "")}/mcp`;
}
