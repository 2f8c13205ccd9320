import { connectToMcp } from "../../../src/client/mcp/connectToMcp.ts";
import type { Connections } from "../../../src/core/connection/connections.ts";
import { runAfterTimeout } from "../../../src/core/foundation/runLater.ts";
import { McpAccess, type McpAccessOptions } from "../../../src/core/server/mcp/mcpAccess.ts";

/** The MCP servers of a window, with the real client. */
export function createTestMcpAccess(connections: Connections, options: Partial<McpAccessOptions> = {}): McpAccess {
  const credentials = async () => connections.runtimeCredentials();
  return new McpAccess({ connections, credentials, connectToMcp, runLater: runAfterTimeout, ...options });
}
