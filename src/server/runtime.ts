import { createAccess } from "./access.ts";
import { apiTools } from "./apiTools.ts";
import type { CodeTool, Tool } from "./codeTool.ts";
import type { ServerDefinition } from "./definition.ts";
import { endWithParent } from "./life.ts";
import { ListenError, type Listening, listen } from "./listen.ts";
import { type Log, logToStderr } from "./log.ts";
import { createMcp, type Identity } from "./mcp.ts";
import { searchTools } from "./searchTools.ts";
import { type Environment, readSettings, SettingsError } from "./settings.ts";
import { createToolBox } from "./toolBox.ts";

export type { CodeTool, ToolAnnotations, ToolAnswer, ToolContext } from "./codeTool.ts";
export { ToolError } from "./codeTool.ts";
export type * from "./definition.ts";

export interface RunningServer {
  /** Of the MCP endpoint. */
  readonly url: string;
  close(): Promise<void>;
}

export interface CodeServer extends Identity {
  readonly tools: readonly CodeTool[];
}

/** Serves the operations of an API as MCP tools, as the definition says; address, credentials and limits come from the environment. */
export function serve(definition: ServerDefinition): Promise<RunningServer> {
  return run(definition, (environment) => {
    const tools = apiTools(definition, environment);
    return definition.mode === "search" ? searchTools(tools, logToStderr) : tools;
  });
}

/** Serves tools written by hand. */
export function serveTools(options: CodeServer): Promise<RunningServer> {
  return run(options, () => options.tools);
}

async function run(identity: Identity, tools: (environment: Environment) => readonly Tool[]): Promise<RunningServer> {
  try {
    const server = await start(identity, tools(process.env), process.env, logToStderr);
    endWithParent(server);
    return server;
  } catch (error) {
    if (!(error instanceof ListenError || error instanceof SettingsError)) throw error;
    logToStderr(error.message);
    process.exit(1);
  }
}

async function start(
  identity: Identity,
  tools: readonly Tool[],
  environment: Environment,
  log: Log,
): Promise<Listening> {
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
      await Promise.all([mcp.close(), server.close()]);
    },
  };
}
