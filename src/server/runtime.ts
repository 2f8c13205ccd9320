import { createAccounts, serviceChannel } from "./accounts.ts";
import type { CodeTool, Tool } from "./codeTool.ts";
import { definedTools } from "./definedTools.ts";
import type { ServerDefinition } from "./definition.ts";
import { endWithParent } from "./life.ts";
import { ListenError } from "./listen.ts";
import { logToStderr } from "./log.ts";
import type { Identity } from "./mcp.ts";
import { type Environment, SettingsError } from "./settings.ts";
import { type RunningServer, startServer } from "./startServer.ts";

export type { CodeTool, ToolAnnotations, ToolAnswer, ToolContext } from "./codeTool.ts";
export { ToolError } from "./codeTool.ts";
export type * from "./definition.ts";
export type { RunningServer } from "./startServer.ts";

export interface CodeServer extends Identity {
  readonly tools: readonly CodeTool[];
}

/** Serves the operations of an API as MCP tools, as the definition says; address, credentials and limits come from the environment. */
export function serve(definition: ServerDefinition): Promise<RunningServer> {
  const accounts = createAccounts(serviceChannel());
  return run(definition, (environment) => definedTools(definition, environment, logToStderr, accounts));
}

/** Serves tools written by hand. */
export function serveTools(options: CodeServer): Promise<RunningServer> {
  return run(options, () => options.tools);
}

async function run(identity: Identity, tools: (environment: Environment) => readonly Tool[]): Promise<RunningServer> {
  try {
    const server = await startServer(identity, tools(process.env), { environment: process.env, log: logToStderr });
    endWithParent(server);
    return server;
  } catch (error) {
    if (!(error instanceof ListenError || error instanceof SettingsError)) throw error;
    logToStderr(error.message);
    process.exit(1);
  }
}
