import { type CallApp, createAgentToolRoutes } from "../agentTools/agentToolRoutes.ts";
import type { ServiceContext } from "../context.ts";
import { createGrantService } from "../grants/grantService.ts";
import type { OauthService } from "../oauth/oauthService.ts";
import { ToolCallCounter } from "../usage/toolCallCounter.ts";
import { deploymentHandlers } from "./deploymentHandlers.ts";
import type { DeploymentTimes } from "./deploymentTimes.ts";
import { createGatewayRoutes } from "./gateway/gatewayRoutes.ts";
import { runtimeHandlers } from "./gateway/runtimeHandlers.ts";
import { createRuntimeTokens } from "./gateway/runtimeTokens.ts";
import { createDeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";
import { recordingHandlers } from "./recording/recordingHandlers.ts";

/** Runs the servers. */
export function createDeploymentService(
  context: ServiceContext,
  { accounts, tickets }: Pick<OauthService, "accounts" | "tickets">,
  times: Partial<DeploymentTimes> = {},
  callApp?: CallApp,
) {
  const supervisor = createDeploymentSupervisor(context, accounts, times);
  context.telemetry?.observeRunningServers(supervisor.countRunning);
  const tokens = createRuntimeTokens(context);
  const toolCalls = new ToolCallCounter(context);
  const grants = createGrantService(context, tokens, (serverId) => supervisor.live(serverId) !== undefined);
  return {
    supervisor,
    handlers: {
      ...deploymentHandlers(context, supervisor),
      ...runtimeHandlers(context, tokens, tickets, grants.tokens),
      ...recordingHandlers(context, supervisor),
      ...grants.handlers,
    },
    routes: [
      ...grants.routes,
      ...(callApp ? [createAgentToolRoutes(context, tokens, callApp)] : []),
      createGatewayRoutes(context, supervisor, tokens, toolCalls),
    ],
    toolCalls,
    grants,
    /** Stops every process. Resolves when all have exited and every call is counted. */
    close: async () => {
      grants.close();
      await supervisor.close();
      supervisor.recordings.close();
      toolCalls.close();
    },
  };
}
