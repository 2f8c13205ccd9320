import type { Handlers, ServiceContext } from "../context.ts";
import type { DeploymentSupervisor } from "../deployments/supervisor.ts";
import { testRunHandlers } from "./handlers.ts";
import { createTestRuns } from "./testRuns.ts";

/** The part of the service that tests servers and skills. */
export function createTesting(
  context: ServiceContext,
  supervisor: Pick<DeploymentSupervisor, "live" | "store" | "accounts">,
) {
  const runs = createTestRuns(context);
  const handlers = testRunHandlers(context, supervisor, runs);
  return { handlers: handlers satisfies Partial<Handlers>, close: runs.close };
}
