/** The protocol without sessions, and the last one with them. */
export const modernVersion = "2026-07-28";
export const legacyVersion = "2025-11-25";

/** A request of 2026-07-28: each says its version, what the client can and who it is, some of it in headers for those on the way. */
export function modernRequest(
  method: string,
  params: Readonly<Record<string, unknown>>,
  clientInfo: { readonly name: string; readonly version: string },
) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": modernVersion,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": clientInfo,
  };
  const headers = { "MCP-Protocol-Version": modernVersion, "Mcp-Method": method };
  return { method, params: { ...params, _meta }, headers };
}

/** The headers of 2025-11-25 after `initialize`. */
export function legacyHeaders(version: string, sessionId: string | undefined): Record<string, string> {
  return { "MCP-Protocol-Version": version, ...(sessionId ? { "Mcp-Session-Id": sessionId } : {}) };
}
