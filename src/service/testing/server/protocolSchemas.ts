import * as z from "zod";

/** The parts of results that a client relies on. Only these are checked. */

const capabilities = z.record(z.string(), z.unknown());
const complete = z.literal("complete");
const nextCursor = z.string().optional();

/** A separate case checks the schemas of the tool. */
const tool = z.looseObject({ name: z.string().min(1), inputSchema: z.record(z.string(), z.unknown()) });

export const discoverResultSchema = z.looseObject({
  resultType: complete,
  supportedVersions: z.array(z.string()),
  capabilities,
});

const cache = { ttlMs: z.number().int().min(0), cacheScope: z.enum(["public", "private"]) };
export const modernToolListSchema = z.looseObject({ resultType: complete, ...cache, tools: z.array(tool), nextCursor });

export const initializeResultSchema = z.looseObject({
  protocolVersion: z.string(),
  capabilities,
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }),
});

export const legacyToolListSchema = z.looseObject({ tools: z.array(tool), nextCursor });

const data = z.string();
const contentBlock = z.union([
  z.looseObject({ type: z.literal("text"), text: z.string() }),
  z.looseObject({ type: z.enum(["image", "audio"]), data, mimeType: z.string() }),
  z.looseObject({ type: z.literal("resource_link"), uri: z.string(), name: z.string() }),
  z.looseObject({ type: z.literal("resource"), resource: z.looseObject({ uri: z.string() }) }),
]);

export const toolResultSchema = z.looseObject({
  content: z.array(contentBlock),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
});

/** A tool with only its name validated. Its cases report other problems. */
export const anyToolSchema = z.looseObject({
  name: z.string().min(1),
  description: z.unknown().optional(),
  inputSchema: z.unknown().optional(),
  outputSchema: z.unknown().optional(),
  annotations: z.looseObject({ readOnlyHint: z.unknown().optional() }).optional().catch(undefined),
  _meta: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type AnyTool = z.output<typeof anyToolSchema>;
