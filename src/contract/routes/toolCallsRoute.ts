import * as z from "zod";
import { idQuerySchema, type Operation, reading } from "../operation.ts";

const count = z.number().int();

export const serverToolCallsSchema = z.looseObject({
  tools: z
    .array(z.looseObject({ name: z.string(), calls: count }))
    .describe(
      "The tools that were called since `toolCallsSince` of the server. In search mode, the operations under the names `call_operation <name>`.",
    ),
  unnamed: count.describe("Calls whose tool is not known, because their bodies were too long to be read."),
  live: count.describe("The calls of all tools that the live deployment got; 0 without one."),
});
export type ServerToolCalls = z.output<typeof serverToolCallsSchema>;

/** A route of Fairlead's own service: `toolCallsSince` of a server says that it has the route. */
export const toolCallsRoute = {
  ...reading,
  path: "/api/v1/server/tool-calls",
  kind: "toolCalls",
  summary: "Count the calls of each tool of a server.",
  query: idQuerySchema,
  output: serverToolCallsSchema,
} as const satisfies Operation;
