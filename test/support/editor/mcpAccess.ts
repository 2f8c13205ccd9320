import { connectToMcp } from "../../../src/client/mcp/connectToMcp.ts";
import { requestMcpLogin } from "../../../src/client/mcp/login/requestMcpLogin.ts";
import { createPolling } from "../../../src/extension/base/polling.ts";
import type { Secrets } from "../../../src/extension/base/ports.ts";
import type { Connections } from "../../../src/extension/connection/model/connections.ts";
import { McpAccess, type McpAccessOptions } from "../../../src/extension/tools/model/mcpAccess.ts";
import { McpLogins } from "../../../src/extension/tools/model/mcpLogins.ts";
import { createMapSecrets } from "./mapSecrets.ts";

/** The logins of a window, with the real client. */
export function createTestMcpLogins(secrets: Secrets = createMapSecrets()): McpLogins {
  return new McpLogins({ secrets, requestMcpLogin, now: Date.now });
}

/** The MCP servers of a window, with the real client. */
export function createTestMcpAccess(connections: Connections, options: Partial<McpAccessOptions> = {}): McpAccess {
  const credentials = async () => connections.runtimeCredentials();
  return new McpAccess({
    connections,
    credentials,
    connectToMcp,
    logins: createTestMcpLogins(),
    polling: createPolling({ refreshMs: () => 5000 }),
    ...options,
  });
}
