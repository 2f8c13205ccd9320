import type { ToolResult } from "../../../testcases/checkToolResult.ts";
import { simplifyExactNumbers } from "../../../text/number/exactNumber.ts";
import type { ProtocolEra } from "./protocolClient.ts";
import { toolResultSchema } from "./protocolSchemas.ts";
import { parseProtocolResult } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

/** Calls a tool. A protocol error is a result too, because servers reject unknown tools with one. */
export async function callTool(
  client: TargetClient,
  era: ProtocolEra,
  call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
): Promise<ToolResult> {
  const params = { name: call.name, arguments: call.input };
  const startedAt = performance.now();
  const response = await client.request(era, "tools/call", params, signal, {
    "Mcp-Name": encodeHeaderValue(call.name),
  });
  const ms = performance.now() - startedAt;
  if (response.error) return { isError: true, text: response.error.message, structured: undefined, ms };
  const result = parseProtocolResult("tools/call", response, toolResultSchema, "a result of a tool");
  const text = result.content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
  return { isError: result.isError === true, text, structured: simplifyExactNumbers(result.structuredContent), ms };
}

/** Encodes other characters, which RFC 9110 does not allow in headers, as Base64 (MCP 2026-07-28). */
function encodeHeaderValue(name: string): string {
  return /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(name) ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`;
}
