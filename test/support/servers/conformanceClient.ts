// Our client as a program of the official suite: `conformance client --command "node conformanceClient.ts"`. It lists what the server at the
// last argument offers, calls each tool, and logs in where it has to. A user of the sign-in agrees to everything.
import * as z from "zod";
import { connectToMcp } from "../../../src/client/mcp/connectToMcp.ts";
import { requestMcpLogin } from "../../../src/client/mcp/login/requestMcpLogin.ts";
import type { McpConnection } from "../../../src/client/mcp/mcpConnection.ts";
import { isChallenge } from "../../../src/extension/tools/model/mcpAccess.ts";
import { McpLogins } from "../../../src/extension/tools/model/mcpLogins.ts";
import { createMapSecrets } from "../editor/mapSecrets.ts";

const url = process.argv.at(-1) ?? "";
const contextSchema = z.object({
  client_id: z.string().default(""),
  client_secret: z.string().default(""),
  toolCalls: z.array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()) })).default([]),
});
const context = contextSchema.parse(JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}"));
const signal = AbortSignal.timeout(60_000);
const logins = new McpLogins({ secrets: createMapSecrets(), requestMcpLogin, now: Date.now });
const browser = {
  redirectUri: "http://127.0.0.1:8765/callback",
  state: "the state of this login",
  agree: async () => {},
  visit: async (page: URL) => {
    const { headers } = await fetch(page, { redirect: "manual" });
    return new URL(headers.get("location") ?? "").searchParams;
  },
  askForClient: async () => ({ client_id: context.client_id, client_secret: context.client_secret }),
};

async function callAll(connection: McpConnection): Promise<void> {
  const { tools } = await connection.readContents(signal);
  for (const { name } of tools) {
    const given = context.toolCalls.find((call) => call.name === name)?.arguments ?? { a: 2, b: 3 };
    await connection.callTool({ name, arguments: given }, { signal, onProgress: () => {} });
  }
}

/** The number of logins that a server may ask for. */
const mostLogins = 2;

for (let login = 0; ; login += 1) {
  let connection: McpConnection | undefined;
  try {
    const authorize = (_: AbortSignal, isRefused: boolean) => logins.authorize(url, isRefused);
    connection = await connectToMcp({ url, authorize }, signal);
    await callAll(connection);
    break;
  } catch (error) {
    if (!isChallenge(error) || login === mostLogins) throw error;
    await logins.logIn(url, error.challenge, browser, signal);
  } finally {
    await connection?.close();
  }
}
