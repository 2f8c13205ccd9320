import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Server } from "../../src/contract/servers.ts";
import { generateServerFiles } from "../../src/generator/generateServerFiles.ts";
import type { JsonObject, ServerDefinition, ToolDefinition } from "../../src/runtime/definition.ts";
import { build } from "../host/run.ts";
import { type RefusedDeployment, startServedService } from "../support/service/servedService.ts";
import type { JudgedDocument } from "./documents.ts";

export interface JudgedServer {
  /** Whether it became healthy and answered `tools/list` of the official client. */
  readonly listed: boolean;
  readonly tools: readonly ToolDefinition[];
  readonly api: ServerDefinition["api"];
  call(tool: string, input: JsonObject): Promise<void>;
  stop(): Promise<void>;
}

/** A service that turns documents into deployed servers through the API and the gateway. */
export async function startJudgedService() {
  await build();
  const served = await startServedService();
  return {
    serve: async (document: JudgedDocument, mockUrl: string): Promise<JudgedServer | RefusedDeployment> => {
      const source = { kind: "openapi", document: document.text } as const;
      const deployed = await served.tryDeploy(document.name, source, (server) => environment(server, mockUrl));
      if ("refused" in deployed) return deployed;
      const mcp = new McpClient({ name: "judge", version: "1.0.0" });
      const requestInit = { headers: deployed.headers };
      await mcp.connect(new StreamableHTTPClientTransport(new URL(deployed.url), { requestInit }));
      const offered: readonly string[] = await mcp.listTools().then(
        ({ tools }) => tools.map(({ name }) => name),
        () => [],
      );
      const search = offered.includes("call_operation");
      return {
        listed: offered.length > 0,
        ...readDefinition(document),
        call: async (name, input) => {
          const args = { name, arguments: input };
          const result = await mcp.callTool(search ? { name: "call_operation", arguments: args } : args);
          if (result.isError) throw new Error(JSON.stringify(result.content));
        },
        stop: async () => {
          await mcp.close();
          await served.api.call("server.update", { id: deployed.server.id, desiredState: "stopped" });
        },
      };
    },
    close: served.close,
  };
}

/** Sets every credential. The server's variables keep their defaults, and the tools ask for the parameters that are constants. */
function environment({ variables = [] }: Server, mockUrl: string): Record<string, string> {
  const names = variables.map(({ name }) => name).filter((name) => !/^API_(VARIABLE|PARAMETER)_/.test(name));
  return { ...Object.fromEntries(names.map((name) => [name, "judge"])), API_BASE_URL: mockUrl };
}

/** The tools of the generated server with their requests, which MCP does not expose. */
function readDefinition({ name, text }: JudgedDocument): Pick<ServerDefinition, "api" | "tools"> {
  const generated = generateServerFiles({
    source: { document: text },
    name,
    slug: "judged",
    version: "0.1.0",
    runtime: [],
  });
  return generated.ok ? generated.definition : { api: { baseUrl: "", security: {} }, tools: [] };
}
