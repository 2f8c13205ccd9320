import { type CallToolResult, isCallToolResult } from "@modelcontextprotocol/server";
import { isRecord } from "../../text/record.ts";
import type { ToolAnswer } from "../tools/codeTool.ts";

const createTextResult = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });
export const createErrorResult = (text: string): CallToolResult => ({ ...createTextResult(text), isError: true });

/** Converts a tool's return value. An object becomes JSON text, and also structured content if the tool declares an output schema. */
export function toToolResult(answer: ToolAnswer, structured: boolean): CallToolResult {
  if (typeof answer === "string") return createTextResult(answer);
  if ("content" in answer && Array.isArray(answer.content) && isCallToolResult(answer)) return answer;
  const result = createTextResult(JSON.stringify(answer, null, 2));
  return structured && isRecord(answer) ? { ...result, structuredContent: { ...answer } } : result;
}
