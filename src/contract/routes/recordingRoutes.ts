import * as z from "zod";
import { upstreamExchangeSchema } from "../mcp/upstreamExchange.ts";
import { idQuerySchema, idSchema, type Operation, reading, timestampSchema } from "../operation.ts";
import { callStates, recordingEnds } from "./recordingEnds.ts";

/** The parts of a call that are not in its trace: larger than the limit, or nothing that the service can see. */
const omittedParts = ["arguments", "result", "exchanges"] as const;

/** A recorded call of a tool. Secrets are masked. */
export const callTraceSchema = z.object({
  sequence: z.int().describe("Grows with each trace of a recording."),
  at: timestampSchema,
  tool: z.string().nullable().describe("null: the request was too large to be read."),
  state: z.enum(callStates).describe("`unknown`: the result is too large, the caller left, or the response lacked it."),
  ms: z.number(),
  arguments: z.string().optional().describe("As JSON."),
  result: z.string().optional().describe("The result of `tools/call` as JSON."),
  error: z.string().optional().describe("Why there is no result."),
  bytes: z.int().describe("The size of the response."),
  client: z.string().optional().describe("The name of the client, where the protocol says it."),
  keyName: z
    .string()
    .optional()
    .describe("The name of the API key, or of the agent that its user let in, whose token was used."),
  exchanges: z.array(upstreamExchangeSchema).optional().describe("What the server exchanged with its API."),
  omitted: z.array(z.enum(omittedParts)).describe("What is not in the trace: too large, or not visible."),
});
export type CallTrace = z.output<typeof callTraceSchema>;

/** A recording of the calls that pass the gateway. It is only in the memory of the service. */
export const recordingSchema = z.object({
  startedAt: timestampSchema,
  startedBy: z.string(),
  endsAt: timestampSchema.describe("It ends then at the latest."),
  endedAt: timestampSchema.nullable(),
  end: z.enum(recordingEnds).nullable().describe("Why it ended: stopped by a user, a limit, or the deployment ended."),
  calls: z.int(),
  missed: z.int().describe("Calls that were not recorded, because too many came at the same time."),
});
export type Recording = z.output<typeof recordingSchema>;

const route = {
  path: "/api/v1/deployment/recording",
  kind: "recording",
  owner: "deployment",
} as const;

/** Routes of Fairlead's own service. They are no operations: other services need not have them. */
export const recordingRoutes = {
  "recording.traces": {
    ...reading,
    ...route,
    summary: "Read the recording of a deployment's calls, with the traces after a sequence number, oldest first.",
    query: z.strictObject({ id: idSchema, after: z.coerce.number().int().min(0).default(0) }),
    output: z.looseObject({
      recording: recordingSchema.nullable().describe("null: nothing was recorded."),
      traces: z.array(callTraceSchema),
      hasMore: z.boolean().describe("There are more traces after the last one."),
    }),
  },
  "recording.change": {
    ...route,
    method: "POST",
    scope: "deploy",
    summary: "Start or stop recording the calls of a live deployment. A start drops what was recorded before.",
    query: idQuerySchema,
    body: z.strictObject({ active: z.boolean() }),
    success: 200,
    output: recordingSchema,
  },
} as const satisfies Record<string, Operation>;
export type TracesPage = z.output<(typeof recordingRoutes)["recording.traces"]["output"]>;
