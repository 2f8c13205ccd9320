import { createAccess } from "./http/hostGuard.ts";
import { listen } from "./http/listenHttp.ts";
import { createMcp, type Identity } from "./mcp/mcpEndpoint.ts";
import { createToolBox } from "./mcp/toolRegistry.ts";
import type { Log } from "./runtimeLog.ts";
import { type Environment, readSettings } from "./runtimeSettings.ts";
import type { Tool } from "./tools/codeTool.ts";

export interface RunningServer {
  /** Of the MCP endpoint. */
  readonly url: string;
  close(): Promise<void>;
}

interface World {
  readonly environment: Environment;
  readonly log: Log;
}

/** Serves tools over MCP until it is closed. */
export async function startServer(identity: Identity, tools: readonly Tool[], world: World): Promise<RunningServer> {
  const { environment, log } = world;
  const settings = readSettings(environment);
  const mcp = createMcp(identity, createToolBox(tools, log), log);
  const refuse = createAccess(settings);
  const server = await listen(settings, (request) => {
    const refused = refuse(request);
    if (refused) return refused;
    if (new URL(request.url).pathname !== "/mcp") return Response.json({ error: "MCP is at /mcp." }, { status: 404 });
    return mcp.fetch(request);
  });
  log(`${identity.name} ${identity.version} listens on ${server.url} (${tools.length} tools)`);
  return {
    url: server.url,
    close: async () => {
      await server.close();
      await mcp.close();
    },
  };
}
