import { type CallToolResult, isCallToolResult } from "@modelcontextprotocol/server";
import { isRecord } from "../../text/record.ts";
import type { ToolAnswer } from "../tools/codeTool.ts";

const textResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });
export const createErrorResult = (text: string): CallToolResult => ({ ...textResult(text), isError: true });

/** What a tool returned as the protocol wants it. An object is given as JSON, and as structured content where it is declared. */
export function toToolResult(answer: ToolAnswer, structured: boolean): CallToolResult {
  if (typeof answer === "string") return textResult(answer);
  if ("content" in answer && Array.isArray(answer.content) && isCallToolResult(answer)) return answer;
  const result = textResult(JSON.stringify(answer, null, 2));
  return structured && isRecord(answer) ? { ...result, structuredContent: { ...answer } } : result;
}
