import * as l10n from "@vscode/l10n";
import { serviceMcpId, serviceMcpName } from "../../../contract/mcp/serviceMcp.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { UsedServer } from "./usedServer.ts";

export const serviceItself = {
  id: serviceMcpId,
  name: serviceMcpName,
  description: l10n.t("Not a server of yours: tools to find, test and deploy all of them"),
} satisfies UsedServer & { readonly description: string };

/** The MCP endpoint of the service in use. */
export async function readServiceMcpUrl({ connections }: ConnectionServices): Promise<string | undefined> {
  const base = (await connections.localEndpoint())?.url ?? connections.active()?.baseUrl;
  return base === undefined ? undefined : `${base.replace(/\/+$/, "")}/mcp`;
}
