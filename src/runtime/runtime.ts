import { join } from "node:path";
import { createAccountTokens, findServiceChannel } from "./accounts/accountTokens.ts";
import { type ApiCheck, createApiCheck } from "./check/createApiCheck.ts";
import type { ServerDefinition } from "./definition.ts";
import { ListenError } from "./http/listenHttp.ts";
import type { ServerIdentity } from "./mcp/mcpEndpoint.ts";
import { loadVersionSkills } from "./mcp/versionSkills.ts";
import { logToStderr } from "./runtimeLog.ts";
import { type RuntimeEnvironment, RuntimeSettingsError } from "./runtimeSettings.ts";
import { type RunningServer, startMcpServer, startStdioServer } from "./startMcpServer.ts";
import type { CodeTool, RuntimeTool } from "./tools/codeTool.ts";
import { createDefinedTools } from "./tools/definedTools.ts";
import { createOutcomeReporter } from "./upstream/callOutcome.ts";

/** What the service uses of the SDK: its build replaces the SDK by this file. */
export {
  createMcpHandler,
  isCallToolResult,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  parseJSONRPCMessage,
  Server,
} from "@modelcontextprotocol/server";
export {
  memorySkillFiles,
  SKILL_LIMITS,
  SkillCatalogError,
  SkillsExtension,
} from "@modelcontextprotocol/server/ext/skills";
export { loadSkills } from "@modelcontextprotocol/server/ext/skills/node";
export { serveStdio } from "@modelcontextprotocol/server/stdio";
export { Ajv, AjvJsonSchemaValidator, addFormats } from "@modelcontextprotocol/server/validators/ajv";
export { ExactNumber } from "../text/number/exactNumber.ts";
export type * from "./definition.ts";
export type { RunningServer } from "./startMcpServer.ts";
export type { CodeTool, ToolAnnotations, ToolAnswer, ToolContext } from "./tools/codeTool.ts";
export { ToolError } from "./tools/codeTool.ts";

export interface CodeServerOptions extends ServerIdentity {
  readonly tools: readonly CodeTool[];
}

/**
 * Serves the operations of an API as MCP tools: over HTTP or, with the argument `--stdio`, to the client that starts it. Address,
 * credentials and limits come from the environment.
 */
export function serve(definition: ServerDefinition): Promise<RunningServer> {
  const channel = findServiceChannel();
  const accounts = createAccountTokens(channel);
  const onOutcome = createOutcomeReporter(channel);
  return run(definition, (environment) => ({
    tools: createDefinedTools(definition, environment, logToStderr, { accounts, onOutcome }),
    check: createApiCheck(definition, environment, accounts),
  }));
}

/** Serves tools written by hand. */
export function serveTools(options: CodeServerOptions): Promise<RunningServer> {
  return run(options, () => ({ tools: options.tools }));
}

interface ServerParts {
  readonly tools: readonly RuntimeTool[];
  readonly check?: ApiCheck | undefined;
}

async function run(
  identity: ServerIdentity,
  createParts: (environment: RuntimeEnvironment) => ServerParts,
): Promise<RunningServer> {
  try {
    const { tools, check } = createParts(process.env);
    const skills = await loadVersionSkills(join(import.meta.dirname, "skills"), logToStderr);
    const server = process.argv.includes("--stdio")
      ? startStdioServer(identity, tools, { log: logToStderr, skills, onClose: () => process.exit(0) })
      : await startMcpServer(identity, tools, {
          environment: process.env,
          log: logToStderr,
          check,
          skills,
          isDeployed: findServiceChannel() !== undefined,
        });
    endWithParent(server);
    return server;
  } catch (error) {
    if (!(error instanceof ListenError || error instanceof RuntimeSettingsError)) throw error;
    logToStderr(error.message);
    process.exit(1);
  }
}

/** Closes the server on SIGTERM and SIGINT, and exits immediately when the parent process is gone, so that no process is left over. */
function endWithParent(server: RunningServer): void {
  const closeAndExit = () => void server.close().then(() => process.exit(0));
  process.once("SIGTERM", closeAndExit);
  process.once("SIGINT", closeAndExit);
  if (!process.connected) return;
  process.once("disconnect", () => process.exit(0));
  // The channel alone must not keep the process alive.
  process.channel?.unref();
}
