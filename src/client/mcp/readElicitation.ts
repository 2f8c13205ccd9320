import * as z from "zod";
import type { McpElicitation } from "./mcpConnection.ts";

const message = z.string();
const inputSchema = z.union([
  z.object({ mode: z.literal("url"), message, url: z.string() }),
  z.object({ message, requestedSchema: z.record(z.string(), z.unknown()) }),
]);

/** undefined: the parameters are not valid. */
export function readElicitation(params: unknown): McpElicitation | undefined {
  const asked = inputSchema.safeParse(params).data;
  if (!asked) return undefined;
  const text = { message: asked.message };
  if ("requestedSchema" in asked) return { ...text, request: { ...text, schema: asked.requestedSchema } };
  const url = URL.parse(asked.url);
  return url && /^https?:$/.test(url.protocol) ? { ...text, request: { ...text, url: url.href } } : text;
}
