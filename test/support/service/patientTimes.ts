import type { DeploymentTimes } from "../../../src/service/deployments/deploymentTimes.ts";

/** Limits that no server reaches on a busy machine, and short pauses. */
export const patientTimes: Partial<DeploymentTimes> = {
  startTimeoutMs: 50_000,
  probeTimeoutMs: 50_000,
  slowProbeMs: 50_000,
  drainMs: 50_000,
  stopGraceMs: 50_000,
  backOffMs: 10,
};
