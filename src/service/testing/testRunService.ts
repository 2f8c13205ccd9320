import type { OperationHandlers, ServiceContext } from "../context.ts";
import type { DeploymentSupervisor } from "../deployments/lifecycle/deploymentSupervisor.ts";
import { testRunHandlers } from "./testRunHandlers.ts";
import { createTestRunRegistry } from "./testRunRegistry.ts";

/** Tests servers and skills. */
export function createTestRunService(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">,
) {
  const runs = createTestRunRegistry(context);
  const handlers = testRunHandlers(context, supervisor, runs);
  return { handlers: handlers satisfies Partial<OperationHandlers>, close: runs.close };
}
