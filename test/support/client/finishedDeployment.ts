const at = "2026-01-01T00:00:00.000Z";

/** A finished deployment, which gets no more events. */
export const finishedDeployment = {
  id: "dep_1",
  createdAt: at,
  updatedAt: at,
  etag: '"1"',
  serverId: "srv_1",
  projectId: "prj_1",
  version: "1.0.0",
  digest: "sha256:0",
  status: "stopped",
  url: null,
  message: null,
  startedAt: at,
  finishedAt: at,
  failure: null,
  triggeredBy: "test",
};

/** Creates an event of the finished deployment. */
export function createDeploymentEvent(sequence: number, message: string) {
  return { deploymentId: finishedDeployment.id, sequence, at, level: "info", kind: "log", message, data: null };
}
