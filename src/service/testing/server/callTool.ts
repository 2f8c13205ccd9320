import type { ToolResult } from "../../../testcases/checkToolResult.ts";
import type { ProtocolEra } from "./protocolClient.ts";
import { toolResultSchema } from "./protocolSchemas.ts";
import { parseProtocolResult } from "./runCheck.ts";
import type { TargetClient } from "./targetClient.ts";

/** Calls a tool. An error of the protocol is an answer too: that is how a tool that is not there refuses. */
export async function callTool(
  questioner: TargetClient,
  era: ProtocolEra,
  call: { readonly name: string; readonly input: Readonly<Record<string, unknown>> },
  signal: AbortSignal,
): Promise<ToolResult> {
  const params = { name: call.name, arguments: call.input };
  const startedAt = performance.now();
  const answer = await questioner.ask(era, "tools/call", params, signal, { "Mcp-Name": headerText(call.name) });
  const ms = performance.now() - startedAt;
  if (answer.error) return { isError: true, text: answer.error.message, structured: undefined, ms };
  const result = parseProtocolResult("tools/call", answer, toolResultSchema, "a result of a tool");
  const text = result.content.map((block) => (block.type === "text" ? block.text : `[${block.type}]`)).join("\n");
  return { isError: result.isError === true, text, structured: result.structuredContent, ms };
}

/** RFC 9110 has no place for other letters; MCP (2026-07-28) carries them as Base64. */
function headerText(name: string): string {
  return /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(name) ? name : `=?base64?${Buffer.from(name).toString("base64")}?=`;
}
