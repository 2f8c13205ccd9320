import * as z from "zod";
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
import { knownState, type Received } from "./received.ts";
import { eventKinds, eventLevels } from "./routes/eventKinds.ts";
import { recordingSchema } from "./routes/recordingRoutes.ts";
import { receivedRunnerKindSchema } from "./runners.ts";

/** The message of a deployment that starts a stopped server. */
export const startedAgainMessage = "Started again";

export const deploymentStates = [
  "queued",
  "building",
  "starting",
  "running",
  "degraded",
  "failed",
  "stopped",
  "superseded",
] as const;

const healthStatus = z.enum(["healthy", "degraded", "unhealthy", "unknown"]);

/** The causes of a failed check that a client can act on. */
export const checkCodeSchema = z
  .string()
  .describe(
    "The cause: credential_missing, credential_refused, credential_forbidden, credential_undeclared (the document names no credential for the operation), credential_host (the owner has not agreed to the host), api_failed, api_not_found (the base URL may be wrong), api_timeout, api_unreachable.",
  );

export const deploymentSchema = z.looseObject({
  ...storedItemShape,
  serverId: idSchema,
  projectId: idSchema,
  version: z.string(),
  digest: z.string(),
  status: z.enum(deploymentStates),
  url: z
    .string()
    .nullable()
    .describe("The MCP endpoint, behind the gateway; the same for all deployments of a server but previews."),
  preview: z
    .boolean()
    .optional()
    .describe(
      "It runs beside the live deployment, and ends after an hour without calls. Absent: there are no previews.",
    ),
  message: z.string().nullable(),
  startedAt: timestampSchema.nullable(),
  finishedAt: timestampSchema.nullable(),
  failure: z.looseObject({ step: z.string(), message: z.string(), log: z.array(z.string()) }).nullable(),
  triggeredBy: z.string(),
  sandbox: z
    .string()
    .nullable()
    .optional()
    .describe("What confines the server by the operating system; `none` if nothing does; null before it starts."),
  runsOn: receivedRunnerKindSchema.optional(),
  image: z
    .string()
    .nullable()
    .optional()
    .describe(
      "The container image that runs, with its digest if the service built it; null without one, and before it starts.",
    ),
  idleSince: timestampSchema
    .nullable()
    .optional()
    .describe(
      "Since when no process runs because there were no requests; the next call starts one. null: processes run, or it is not live.",
    ),
  health: z
    .looseObject({
      status: healthStatus,
      checked: z.array(z.string()).optional().describe("The names of the checks that `deployment.health` has."),
      message: z.string().nullable().describe("What is wrong, or that the deployment is idle."),
      code: checkCodeSchema.optional(),
    })
    .nullable()
    .optional()
    .describe("The health of a live deployment; null for others, and before the first check."),
  recording: recordingSchema
    .nullable()
    .optional()
    .describe("The recording of its calls; null: there is none. Absent: the service records no calls."),
});
export type DeploymentResource = z.output<typeof deploymentSchema>;
export type Deployment = Received<DeploymentResource>;

export function isDeploymentFinished(status: Deployment["status"]): boolean {
  const state = knownState(status);
  return state === undefined || state === "failed" || state === "stopped" || state === "superseded";
}

/** Whether what has this state serves calls. */
export function isDeploymentLive(status: Parameters<typeof knownState>[0]): boolean {
  const state = knownState(status);
  return state === "running" || state === "degraded";
}

export const deploymentEventSchema = z.looseObject({
  deploymentId: idSchema,
  sequence: z.int().positive().describe("1, 2, 3 ... without gaps; the oldest lines of a very long log are removed."),
  at: timestampSchema,
  level: z.enum(eventLevels),
  kind: z.enum(eventKinds),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type DeploymentEventResource = z.output<typeof deploymentEventSchema>;
export type DeploymentEvent = Received<DeploymentEventResource>;

export const deploymentHealthSchema = z.looseObject({
  deploymentId: idSchema,
  status: healthStatus,
  checkedAt: timestampSchema.nullable(),
  latencyMs: z.number().nullable(),
  uptimeMs: z.number().nullable(),
  restarts: z.number().int(),
  checks: z.array(
    z.looseObject({
      name: z.string().describe("process, handshake, tools, api; another service may check other things."),
      status: healthStatus,
      message: z.string(),
      code: checkCodeSchema.optional(),
      latencyMs: z.number().nullable(),
      checkedAt: timestampSchema.optional().describe("When, for a check that is made less often than the others."),
    }),
  ),
  history: z.array(z.looseObject({ at: timestampSchema, status: healthStatus, latencyMs: z.number().nullable() })),
});
export type DeploymentHealthResource = z.output<typeof deploymentHealthSchema>;
export type DeploymentHealth = Received<DeploymentHealthResource>;

export const deploymentOperations = {
  "deployments.list": {
    ...reading,
    path: "/api/v1/deployments",
    kind: "deployment",
    summary: "List deployments, newest first.",
    resource: "deployments",
    query: listQuerySchema({
      serverId: idSchema.optional(),
      projectId: idSchema.optional(),
      status: deploymentSchema.shape.status.optional(),
    }),
    output: pageSchema(deploymentSchema),
  },
  "deployment.get": {
    ...reading,
    path: "/api/v1/deployment",
    kind: "deployment",
    owner: "deployment",
    summary: "Read one deployment.",
    resource: "deployments",
    query: idQuerySchema,
    output: deploymentSchema,
  },
  "deployment.events": {
    ...reading,
    path: "/api/v1/deployment/events",
    kind: "event",
    owner: "deployment",
    summary: "Read the events of a deployment after a sequence number, oldest first, or follow them as a stream.",
    resource: "events",
    query: z.strictObject({
      id: idSchema,
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    output: pageSchema(deploymentEventSchema).describe(
      "`nextCursor` is the last sequence while there are more, else null.",
    ),
    streams: true,
  },
  "deployment.health": {
    ...reading,
    path: "/api/v1/deployment/health",
    kind: "health",
    owner: "deployment",
    summary: "Read the health of a deployment and its history of the last hour.",
    resource: "health checks",
    query: idQuerySchema,
    output: deploymentHealthSchema,
  },
} as const satisfies Record<string, Operation>;
