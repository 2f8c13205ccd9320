import { serviceMcpId } from "../../../contract/mcp/serviceMcp.ts";
import type { ServiceContext } from "../../context.ts";

/** The server's URL at the gateway, or that of one of its previews. */
export function getGatewayServerUrl(baseUrl: string, address: string): string {
  return address === serviceMcpId ? `${baseUrl}/mcp` : `${baseUrl}/mcp/${address}`;
}

/** Where the preview of a version is, in place of the server's id: `srv_1@0.4.0`. */
export const formatPreviewAddress = (serverId: string, version: string): string => `${serverId}@${version}`;

/** The server, and the version of its preview, of an address. */
export function readServerAddress(address: string): { readonly serverId: string; readonly version?: string } {
  const at = address.indexOf("@");
  return at === -1 ? { serverId: address } : { serverId: address.slice(0, at), version: address.slice(at + 1) };
}

/** The server whose URL at the gateway, or a preview's, a resource is (RFC 8707). */
export function findServerId(context: Pick<ServiceContext, "baseUrl">, resource: string): string | undefined {
  const prefix = getGatewayServerUrl(context.baseUrl(), "");
  if (resource === prefix || `${resource}/` === prefix) return serviceMcpId;
  if (!resource.startsWith(prefix)) return undefined;
  return readServerAddress(resource.slice(prefix.length).replace(/\/$/, "")).serverId;
}
