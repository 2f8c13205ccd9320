import * as z from "zod";
import { idSchema, type Operation, reading } from "../operation.ts";

const schemaObject = z.record(z.string(), z.unknown());

/** A tool as MCP's `tools/list` describes it to callers. What does not fit the protocol is omitted. */
export const versionToolSchema = z.object({
  name: z.string(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  inputSchema: schemaObject.catch({}),
  outputSchema: schemaObject.optional().catch(undefined),
  annotations: schemaObject.optional().catch(undefined),
  hintReason: z.string().optional().catch(undefined).describe("What the annotations follow from, as a sentence."),
  group: z.string().optional().catch(undefined).describe("What the tool belongs to, such as a tag of the document."),
  pinned: z
    .literal(true)
    .optional()
    .catch(undefined)
    .describe("It stays listed where the server offers search instead of its tools."),
  operation: z
    .string()
    .optional()
    .catch(undefined)
    .describe("The operation of the OpenAPI document that the tool calls, such as `GET /pets/{id}`."),
});
export type VersionTool = z.output<typeof versionToolSchema>;

export const versionToolsSchema = z.looseObject({
  tools: z
    .array(versionToolSchema)
    .describe(
      "In search mode, the operations under the names `call_operation <name>`, as callers reach them, and the pinned tools.",
    ),
});

/** A route of Fairlead's own service. It is no operation: other services need not have it. */
export const toolsRoute = {
  ...reading,
  path: "/api/v1/registry/artifact/version/tools",
  kind: "tool",
  summary:
    "List the tools of a server's version: from the files of a generated one, else as it listed them when it ran for a deployment or a test run.",
  query: z.strictObject({ id: idSchema, version: z.string() }),
  output: versionToolsSchema,
} as const satisfies Operation;
export type ToolsQuery = z.input<typeof toolsRoute.query>;
