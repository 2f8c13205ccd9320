import * as z from "zod";
import { byId, id, listQuery, type Operation, page, stored, time } from "./operation.ts";

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

export const deploymentSchema = z.looseObject({
  ...stored,
  serverId: id,
  projectId: id,
  version: z.string(),
  digest: z.string(),
  status: z.enum(deploymentStates),
  url: z
    .string()
    .nullable()
    .describe("The MCP endpoint, behind the gateway; the same for all deployments of a server."),
  message: z.string().nullable(),
  startedAt: time.nullable(),
  finishedAt: time.nullable(),
  failure: z.looseObject({ step: z.string(), message: z.string(), log: z.array(z.string()) }).nullable(),
  triggeredBy: z.string(),
});
export type Deployment = z.output<typeof deploymentSchema>;

/** Whether a deployment in this state will never produce another event. */
export function isFinished(status: Deployment["status"]): boolean {
  return status === "failed" || status === "stopped" || status === "superseded";
}

export const eventSchema = z.looseObject({
  deploymentId: id,
  sequence: z
    .number()
    .int()
    .positive()
    .describe("1, 2, 3 ... without a gap; of a very long log the oldest lines are not kept."),
  at: time,
  level: z.enum(["debug", "info", "warning", "error"]),
  kind: z.enum(["state", "step", "log", "health", "request"]),
  message: z.string(),
  data: z.record(z.string(), z.unknown()).nullable(),
});
export type DeploymentEvent = z.output<typeof eventSchema>;

const healthStatus = z.enum(["healthy", "degraded", "unhealthy", "unknown"]);

export const healthSchema = z.looseObject({
  deploymentId: id,
  status: healthStatus,
  checkedAt: time.nullable(),
  latencyMs: z.number().nullable(),
  uptimeMs: z.number().nullable(),
  restarts: z.number().int(),
  checks: z.array(
    z.looseObject({
      name: z.string().describe("process, handshake, tools; another service may check other things."),
      status: healthStatus,
      message: z.string(),
      latencyMs: z.number().nullable(),
    }),
  ),
  history: z.array(z.looseObject({ at: time, status: healthStatus, latencyMs: z.number().nullable() })),
});
export type Health = z.output<typeof healthSchema>;

export const deploymentOperations = {
  "deployments.list": {
    method: "GET",
    path: "/api/v1/deployments",
    summary: "List deployments, newest first.",
    scope: "read",
    query: listQuery({
      serverId: id.optional(),
      projectId: id.optional(),
      status: deploymentSchema.shape.status.optional(),
    }),
    body: null,
    success: 200,
    output: page(deploymentSchema),
  },
  "deployment.get": {
    method: "GET",
    path: "/api/v1/deployment",
    summary: "Read one deployment.",
    scope: "read",
    query: byId,
    body: null,
    success: 200,
    output: deploymentSchema,
  },
  "deployment.events": {
    method: "GET",
    path: "/api/v1/deployment/events",
    summary: "Read the events of a deployment after a sequence number, oldest first, or follow them as a stream.",
    scope: "read",
    query: z.strictObject({
      id,
      after: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(200),
    }),
    body: null,
    success: 200,
    output: page(eventSchema).describe("`nextCursor` is the last sequence while there are more, else null."),
    streams: true,
  },
  "deployment.health": {
    method: "GET",
    path: "/api/v1/deployment/health",
    summary: "Read the health of a deployment and its history of the last hour.",
    scope: "read",
    query: byId,
    body: null,
    success: 200,
    output: healthSchema,
  },
} as const satisfies Record<string, Operation>;
