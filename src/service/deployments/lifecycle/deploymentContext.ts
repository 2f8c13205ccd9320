import type { ServiceContext } from "../../context.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import type { createStartLimiter } from "../../startLimiter.ts";
import type { DeploymentEventLog } from "../deploymentEventLog.ts";
import type { DeploymentStore } from "../deploymentStore.ts";
import type { DeploymentTimes } from "../deploymentTimes.ts";
import type { HealthHistory } from "../health/healthHistory.ts";
import type { DeploymentSlot } from "./deploymentSlot.ts";

/** What building, starting and stopping deployments requires. */
export interface DeploymentContext {
  readonly context: ServiceContext;
  readonly times: DeploymentTimes;
  readonly events: DeploymentEventLog;
  readonly store: DeploymentStore;
  readonly health: HealthHistory;
  readonly accounts: ConnectedAccounts;
  readonly getSlot: (serverId: string) => DeploymentSlot;
  /** Limits the processes that start at once: too many would not be ready in time. */
  readonly limitStarts: ReturnType<typeof createStartLimiter>;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
}
