import { isRecord } from "../../text/record.ts";

/** The version without sessions, and the last version with them. */
export const modernProtocolVersion = "2026-07-28";
export const legacyProtocolVersion = "2025-11-25";

interface McpClientInfo {
  readonly name: string;
  readonly version: string;
}

/** The `_meta` of a request of 2026-07-28: the version, and the client's capabilities and name. */
export const createModernMeta = (clientInfo: McpClientInfo) => ({
  "io.modelcontextprotocol/protocolVersion": modernProtocolVersion,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": clientInfo,
});

/** A request of 2026-07-28. Headers repeat some of its `_meta` for intermediaries. */
export function createModernMcpRequest(
  method: string,
  params: Readonly<Record<string, unknown>>,
  clientInfo: McpClientInfo,
) {
  const _meta = { ...(isRecord(params._meta) ? params._meta : {}), ...createModernMeta(clientInfo) };
  const headers = { "MCP-Protocol-Version": modernProtocolVersion, "Mcp-Method": method };
  return { method, params: { ...params, _meta }, headers };
}

/** The headers of 2025-11-25 after `initialize`. */
export function createLegacyMcpHeaders(version: string, sessionId: string | undefined): Record<string, string> {
  return { "MCP-Protocol-Version": version, ...(sessionId ? { "Mcp-Session-Id": sessionId } : {}) };
}
