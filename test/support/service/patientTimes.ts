import type { DeploymentTimes } from "../../../src/service/deployments/deploymentTimes.ts";

/** Limits that no server reaches on a busy machine, and no pause before a restart. */
export const patientTimes: Partial<DeploymentTimes> = {
  startTimeoutMs: 50_000,
  probeTimeoutMs: 50_000,
  slowProbeMs: 50_000,
  backOffMs: 10,
};
