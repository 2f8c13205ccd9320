import type { HonoRequest } from "hono";
import { serviceMcpId } from "../../../contract/mcp/serviceMcp.ts";
import type { ServiceContext } from "../../context.ts";
import { getProtectedResourceMetadataUrl } from "../../grants/metadataRoutes.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { idRow } from "../../storage/rows/storedRow.ts";
import type { RuntimeTokens } from "./runtimeTokens.ts";
import { readServerAddress } from "./serverAddress.ts";

const methods = ["POST", "GET", "DELETE"];

/**
 * Returns the request's token. Throws 401 with the metadata URL of RFC 9728, from which a standard MCP client finds the token endpoint.
 */
export async function checkGatewayAccess(
  context: ServiceContext,
  tokens: RuntimeTokens,
  request: HonoRequest,
  address: string,
): Promise<string> {
  const { serverId } = readServerAddress(address);
  const token = /^Bearer +(\S+)$/i.exec(request.header("Authorization") ?? "")?.[1] ?? "";
  const refused = token === "" ? "A runtime token is required." : (await tokens.verify(token, serverId))?.refused;
  if (refused !== undefined) {
    if (!serverExists(context, serverId)) throw new ServiceProblem("not_found", `There is no server "${serverId}".`);
    const error = token === "" ? "" : `, error="invalid_token", error_description="${refused}"`;
    const challenge = `Bearer resource_metadata="${getProtectedResourceMetadataUrl(context.baseUrl(), address)}"${error}`;
    throw new ServiceProblem("unauthenticated", refused, { headers: { "WWW-Authenticate": challenge } });
  }
  if (!methods.includes(request.method)) {
    const Allow = methods.join(", ");
    throw new ServiceProblem("method_not_allowed", `A deployed server supports ${Allow}.`, { headers: { Allow } });
  }
  // Browsers send other media types to any host without a preflight request.
  if (request.method === "POST" && !isPlainJson(request.header("Content-Type"), request.header("Content-Encoding")))
    throw new ServiceProblem("unsupported_media_type", "The body must be application/json in UTF-8, not compressed.");
  await tokens.recordUse(token);
  return token;
}

/** Whether the gateway can read a body. Some servers also accept other encodings, in which it would miss tool calls. */
function isPlainJson(type = "", encoding = "identity"): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?;?$/i.test(type.trim()) && encoding === "identity";
}

export function serverExists(context: ServiceContext, serverId: string): boolean {
  return (
    serverId === serviceMcpId || context.db.get(idRow, "SELECT id FROM servers WHERE id = ?", serverId) !== undefined
  );
}
