import * as z from "zod";
import { deleting, idQuerySchema, type Operation } from "../operation.ts";
import { caseFileInputSchema } from "../testRuns.ts";

/** What an answer of the preview has in another way than that of the live version. */
const answerDifferenceSchema = z.object({
  path: z.string().describe("Where, as a JSONPath in which `[*]` is any item of a list."),
  live: z.string().optional().describe("As JSON, cut. Absent: only the preview has it."),
  preview: z.string().optional().describe("As JSON, cut. Absent: only the live version has it."),
});
export type AnswerDifference = z.output<typeof answerDifferenceSchema>;

const rehearsedCallSchema = z.object({
  sequence: z.int().describe("Of the call in the recording, or among the cases."),
  tool: z.string(),
  case: z.string().optional().describe("The test case that is called, because no calls were recorded."),
  arguments: z.string().optional().describe("As JSON."),
  outcome: z
    .enum(["same", "differs", "fails", "skipped"])
    .describe("`fails`: the preview reports an error, or does not answer, where the live version answers."),
  reason: z.string().optional().describe("Why it fails, or was not made."),
  differences: z.array(answerDifferenceSchema),
  unstable: z.array(z.string()).describe("What is set aside: it differs between two calls of the live version."),
  replayed: z.boolean().describe("The API was not called: the recorded answers stood for it."),
});
export type RehearsedCall = z.output<typeof rehearsedCallSchema>;

/** Routes of Fairlead's own service for deployments beside the live one. They are no operations: other services need not have them. */
export const previewRoutes = {
  "preview.discard": {
    ...deleting,
    path: "/api/v1/deployment/preview",
    kind: "deployment",
    owner: "deployment",
    scope: "deploy",
    summary: "End a deployment that runs as a preview.",
  },
  "preview.rehearse": {
    method: "POST",
    path: "/api/v1/deployment/preview/rehearsal",
    kind: "rehearsal",
    owner: "deployment",
    scope: "deploy",
    safe: true,
    summary:
      "Make recorded calls of the live version again, at it and at a preview, and compare the answers; without a recording, calls of its test cases. Calls that only read reach the API; for others the recorded answers stand for it.",
    query: idQuerySchema,
    body: z.strictObject({
      after: z.int().min(0).default(0).describe("The sequence of the last call before."),
      suite: caseFileInputSchema.optional(),
    }),
    success: 200,
    output: z.looseObject({ calls: z.array(rehearsedCallSchema), hasMore: z.boolean() }),
  },
} as const satisfies Record<string, Operation>;
type RehearsalRoute = (typeof previewRoutes)["preview.rehearse"];
export type RehearsalInput = z.input<RehearsalRoute["query"]> & z.input<RehearsalRoute["body"]>;
export type RehearsalPage = z.output<RehearsalRoute["output"]>;
