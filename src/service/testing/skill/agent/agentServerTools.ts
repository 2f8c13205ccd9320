import * as z from "zod";
import { tryParseJson } from "../../../../text/tryParseJson.ts";
import type { TaskTools } from "../taskServers.ts";

const messageSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});
const initializeSchema = z.looseObject({ protocolVersion: z.string() });
const callSchema = z.looseObject({ name: z.string(), arguments: z.looseObject({}).default({}) });

/** Versions of MCP with an `initialize` request (https://modelcontextprotocol.io/specification/2025-06-18). The last is the default. */
const protocolVersions = ["2025-11-25", "2025-03-26", "2025-06-18"] as const;
const methodNotFound = -32_601;
const invalidRequest = -32_600;
const invalidParams = -32_602;

/** Responds to a message of MCP's Streamable HTTP transport with the tools of an eval's server. undefined: it needs no response. */
export async function respondWithServerTools(
  tools: TaskTools,
  body: string,
  signal: AbortSignal,
): Promise<object | undefined> {
  const { data: message } = messageSchema.safeParse(tryParseJson(body));
  const reply = (content: object) => ({ jsonrpc: "2.0", id: message?.id ?? null, ...content });
  const fail = (code: number, text: string) => reply({ error: { code, message: text } });
  if (!message) return fail(invalidRequest, "This is no message of MCP.");
  const { id, method, params } = message;
  if (id === undefined) return undefined;
  switch (method) {
    case "initialize": {
      const asked = initializeSchema.safeParse(params).data?.protocolVersion;
      const protocolVersion = protocolVersions.find((known) => known === asked) ?? protocolVersions[2];
      const serverInfo = { name: "fairlead", version: "1" };
      return reply({ result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
    }
    case "ping":
      return reply({ result: {} });
    case "tools/list": {
      const listed = tools.tools.map(({ function: { name, description, parameters } }) => {
        return { name, description, inputSchema: parameters };
      });
      return reply({ result: { tools: listed } });
    }
    case "tools/call": {
      const call = callSchema.safeParse(params).data;
      if (!call) return fail(invalidParams, "The call has no name.");
      const asked = { name: call.name, arguments: JSON.stringify(call.arguments) };
      const text = await tools.call({ id: String(id), type: "function", function: asked }, signal);
      if (text === undefined) return fail(invalidParams, `There is no tool ${JSON.stringify(call.name)}.`);
      return reply({ result: { content: [{ type: "text", text }], isError: text.startsWith("The tool failed") } });
    }
    default:
      return fail(methodNotFound, `There is no method ${JSON.stringify(method)}.`);
  }
}
