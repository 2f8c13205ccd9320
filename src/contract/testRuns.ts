import * as z from "zod";
import { markConfidential } from "./confidential.ts";
import { checkCodeSchema } from "./deployments.ts";
import { fileSchema } from "./files.ts";
import {
  idQuerySchema,
  idSchema,
  listQuerySchema,
  type Operation,
  pageSchema,
  reading,
  storedItemShape,
  timestampSchema,
} from "./operation.ts";
import type { Received } from "./received.ts";

/** What a model did in one try of a case, with or without the skill. */
export const caseAttemptSchema = z.looseObject({
  passed: z.boolean(),
  triggered: z.boolean().nullable().describe("Whether the model used the skill; null: it had none."),
  calls: z.number().int().describe("Calls to the model, those for grading included."),
  inputTokens: z.number().int().nullable().describe("null: the model does not say."),
  outputTokens: z.number().int().nullable(),
  durationMs: z.number().describe("The time for the task, without grading."),
});
export type CaseAttempt = z.output<typeof caseAttemptSchema>;

export const caseMeasuresSchema = z.looseObject({
  withSkill: caseAttemptSchema.describe("The case passes when this one does."),
  withoutSkill: caseAttemptSchema.nullable(),
});
export type CaseMeasures = z.output<typeof caseMeasuresSchema>;

export const testCaseSchema = z.looseObject({
  id: z.string().describe("The same in every run of the same case; groups are separated by `:`."),
  name: z.string(),
  kind: z
    .string()
    .describe(
      "Of servers: protocol, check, contract, schema, smoke, case. Of skills: specification, portability, link, script, trigger, eval.",
    ),
  status: z.enum(["queued", "running", "passed", "failed", "skipped", "errored"]),
  durationMs: z.number().nullable(),
  message: z.string().nullable().describe("Why the case failed, was skipped or could not run."),
  code: checkCodeSchema
    .nullish()
    .describe("The cause, if a client can act on it: as in checks of a deployment's health."),
  expected: z.string().nullable(),
  actual: z.string().nullable(),
  output: z.string().nullable().describe("Records of the run: protocol messages, output of scripts, evidence."),
  location: z.looseObject({ path: z.string(), line: z.number().int() }).nullable().describe("Lines count from 1."),
  measures: caseMeasuresSchema.nullish().describe("Of evals and triggers that passed or failed."),
});
export type TestCaseResource = z.output<typeof testCaseSchema>;
export type TestCase = Received<TestCaseResource>;

const runnerName = z.string().min(1).max(300);
const repeats = z.number().int().min(1).max(20);

/** Runs with the same id are compared: one evaluation of a skill, with several runners. */
export const evaluationSchema = z.looseObject({
  id: z.string().min(1).max(100),
  runner: runnerName.describe("The model of this run."),
  runners: z.array(runnerName).min(1).max(20).describe("All of the evaluation."),
  repeats: repeats.describe("How often each case is tried."),
});
export type Evaluation = z.output<typeof evaluationSchema>;

export const testRunSchema = z.looseObject({
  ...storedItemShape,
  serverId: idSchema.nullable(),
  skillId: idSchema.nullable(),
  version: z.string().nullable().describe("null: files that are in no version."),
  digest: z.string().describe("The digest of the tested files: sha256 over the sorted file list."),
  partial: z
    .boolean()
    .describe("Whether the run has only some of the cases, so that passing does not verify everything."),
  deploymentId: idSchema
    .nullable()
    .describe("The live deployment it ran against; null: a temporary deployment, or a skill."),
  status: z.enum(["queued", "running", "passed", "failed", "errored"]),
  statusDetail: z.string().nullable(),
  summary: z.looseObject({
    total: z.number().int(),
    passed: z.number().int(),
    failed: z.number().int(),
    skipped: z.number().int(),
    errored: z.number().int(),
    durationMs: z.number(),
  }),
  evaluation: evaluationSchema.nullish().describe("The evaluation that the run is a part of."),
  revision: z.number().int().describe("Grows with each change of a case."),
  startedAt: timestampSchema.nullable(),
  finishedAt: timestampSchema.nullable(),
  triggeredBy: z.string(),
});
export type TestRunResource = z.output<typeof testRunSchema>;
export type TestRun = Received<TestRunResource>;

export const testRunDetailSchema = testRunSchema.extend({ cases: z.array(testCaseSchema) });
export type TestRunDetailResource = z.output<typeof testRunDetailSchema>;
export type TestRunDetail = Received<TestRunDetailResource>;

export function isTestRunFinished(status: TestRun["status"]): boolean {
  return status !== "queued" && status !== "running";
}

const listing = <Owner extends "server" | "skill">(owner: Owner) =>
  ({
    ...reading,
    path: `/api/v1/${owner}/test-runs`,
    kind: "testRun",
    owner,
    isOwnerFilter: true,
    summary: `List the test runs of a ${owner}, newest first, without their cases.`,
    resource: "test runs",
    query: listQuerySchema({
      ...idQuerySchema.shape,
      version: z.string().optional(),
      digest: z.string().optional(),
      status: testRunSchema.shape.status.optional(),
    }),
    output: pageSchema(testRunSchema),
  }) as const;

const oneRun = <Owner extends "server" | "skill">(owner: Owner) =>
  ({
    ...reading,
    path: `/api/v1/${owner}/test-run`,
    kind: "testRun",
    owner: "testRun",
    summary: `Read one test run of a ${owner} with its cases.`,
    query: z.strictObject({
      id: idSchema,
      since: z.coerce.number().int().min(0).default(0).describe("Only the cases that changed after this revision."),
    }),
    output: testRunDetailSchema,
  }) as const;

const cases = z
  .array(z.string().min(1).max(500))
  .min(1)
  .max(5000)
  .optional()
  .describe("Ids of cases, or of groups of them (`protocol` is all of `protocol:...`); all where absent.");

const timeoutMs = z.number().int().min(1000).max(600_000).optional().describe("The time limit of one case.");

/** Agents whose programs can do the tasks of evals. */
export const evalAgentNames = ["claude-code", "codex", "gemini"] as const;
export type EvalAgentName = (typeof evalAgentNames)[number];

/** A model with an OpenAI-compatible `POST <baseUrl>/chat/completions`. The key is not saved. */
const model = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/ }),
  name: z.string().min(1).max(200),
  key: markConfidential(z.string().max(2000)).optional(),
  agent: z
    .enum(evalAgentNames)
    .optional()
    .describe(
      "The agent whose program does the tasks of evals with this model, on the machine of the service. The base URL is then that of a relay there, which accepts requests of the agent's own protocol too.",
    ),
});

export const caseFileInputSchema = z
  .strictObject({ path: z.string().min(1).max(500), content: markConfidential(z.string().max(2_000_000)) })
  .describe("A case file, YAML or JSON; by default that of the version.");
export type CaseFileInput = z.output<typeof caseFileInputSchema>;

export const testRunOperations = {
  "serverTestRuns.list": listing("server"),
  "serverTestRuns.start": {
    method: "POST",
    path: "/api/v1/server/test-runs",
    kind: "testRun",
    owner: "server",
    summary:
      "Test a version of a server: the live deployment or the preview if it has that version, else a temporary deployment.",
    scope: "deploy",
    query: idQuerySchema,
    body: z.strictObject({
      version: z.string().optional(),
      cases,
      suite: caseFileInputSchema.optional(),
      breakingChanges: z
        .enum(["fail", "report"])
        .optional()
        .describe(
          "Whether a version that breaks callers of its tools fails, which is the default, or only reports it.",
        ),
      timeoutMs,
    }),
    success: 202,
    output: testRunDetailSchema,
  },
  "serverTestRun.get": oneRun("server"),
  "skillTestRuns.list": listing("skill"),
  "skillTestRuns.start": {
    method: "POST",
    path: "/api/v1/skill/test-runs",
    kind: "testRun",
    owner: "skill",
    summary: "Test a version of a skill, or unpublished files.",
    scope: "deploy",
    query: idQuerySchema,
    body: z.strictObject({
      version: z.string().optional(),
      files: z.array(fileSchema).min(1).max(2000).optional().describe("The files to test instead of a version."),
      cases,
      evaluation: z.strictObject(evaluationSchema.shape).optional(),
      model: model.optional().describe("Without one, cases that need a model are skipped."),
      timeoutMs,
    }),
    success: 202,
    output: testRunDetailSchema,
  },
  "skillTestRun.get": oneRun("skill"),
} as const satisfies Record<string, Operation>;
