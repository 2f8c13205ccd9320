import { connectToMcp } from "../../../src/client/mcp/connectToMcp.ts";
import { runAfterTimeout } from "../../../src/extension/base/runLater.ts";
import type { Connections } from "../../../src/extension/connection/model/connections.ts";
import { McpAccess, type McpAccessOptions } from "../../../src/extension/tools/model/mcpAccess.ts";

/** The MCP servers of a window, with the real client. */
export function createTestMcpAccess(connections: Connections, options: Partial<McpAccessOptions> = {}): McpAccess {
  const credentials = async () => connections.runtimeCredentials();
  return new McpAccess({ connections, credentials, connectToMcp, runLater: runAfterTimeout, ...options });
}
