import type { CallToolResult } from "@modelcontextprotocol/server";
import type { JsonObject } from "../definition.ts";
import { createErrorResult } from "../mcp/toolResult.ts";
import type { ResponseContent } from "./responseContent.ts";

/**
 * An answer with the structured content that a declared output schema asks for. Clients refuse content that does not fit, and with it
 * the whole answer; an API that answers otherwise than its document says must not cost the model what it did say. So the body is left
 * out of the structured part where it does not fit, and stays in the text.
 */
export function addStructuredContent(
  answer: ResponseContent & { readonly status: number },
  fits: (content: JsonObject) => boolean,
): CallToolResult {
  const { status, value, content } = answer;
  const candidates: JsonObject[] = [
    ...(value === undefined ? [] : [{ status, body: value }]),
    { status },
    { status, body: null },
  ];
  const fitting = candidates.find((one) => fits(one));
  if (fitting) return { content, structuredContent: { ...fitting } };
  const told = createErrorResult(
    `The call succeeded (${status}): do not repeat it. Its answer is too long, or not what the API's document declares:`,
  );
  return { ...told, content: [...told.content, ...content] };
}
