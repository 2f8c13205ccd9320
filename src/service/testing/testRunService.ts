import type { Handlers, ServiceContext } from "../context.ts";
import type { DeploymentSupervisor } from "../deployments/lifecycle/deploymentSupervisor.ts";
import { testRunHandlers } from "./testRunHandlers.ts";
import { createTestRuns } from "./testRunRegistry.ts";

/** The part of the service that tests servers and skills. */
export function createTesting(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">,
) {
  const runs = createTestRuns(context);
  const handlers = testRunHandlers(context, supervisor, runs);
  return { handlers: handlers satisfies Partial<Handlers>, close: runs.close };
}
