import type { Hono } from "hono";
import { createAgentToolRoutes } from "../agentTools/agentToolRoutes.ts";
import type { CallApp } from "../agentTools/callOperation.ts";
import type { OperationHandlers, ServiceContext } from "../context.ts";
import type { GrantRouteName } from "../grants/grantHandlers.ts";
import { createGrantService, type GrantService } from "../grants/grantService.ts";
import { toolCallHandlers } from "../handlers/toolCallHandlers.ts";
import type { OauthService } from "../oauth/oauthService.ts";
import { createToolCallCounter, type ToolCallCounter } from "../usage/toolCallCounter.ts";
import { deploymentHandlers } from "./deploymentHandlers.ts";
import type { DeploymentTimes } from "./deploymentTimes.ts";
import { createGatewayRoutes } from "./gateway/gatewayRoutes.ts";
import { runtimeHandlers } from "./gateway/runtimeHandlers.ts";
import { createRuntimeTokens } from "./gateway/runtimeTokens.ts";
import { createDeploymentSupervisor, type DeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";
import { recordingHandlers } from "./recording/recordingHandlers.ts";

/** Runs the servers. */
export interface DeploymentService {
  readonly supervisor: DeploymentSupervisor;
  readonly handlers: OperationHandlers<
    | "server.deploy"
    | "deployments.list"
    | "deployment.get"
    | "deployment.events"
    | "deployment.health"
    | "runtime.token"
    | "runtime.oauthToken"
    | "recording.traces"
    | "recording.change"
    | "server.toolCalls"
    | GrantRouteName
  >;
  readonly routes: readonly Hono[];
  readonly toolCalls: ToolCallCounter;
  readonly grants: GrantService;
  /** Stops every process. Resolves when all have exited and every call is counted. */
  close(): Promise<void>;
}

export function createDeploymentService(
  context: ServiceContext,
  { accounts, tickets }: Pick<OauthService, "accounts" | "tickets">,
  times: Partial<DeploymentTimes> = {},
  callApp?: CallApp,
): DeploymentService {
  const supervisor = createDeploymentSupervisor(context, accounts, times);
  context.telemetry?.observeRunningServers(supervisor.countRunning);
  const tokens = createRuntimeTokens(context);
  const toolCalls = createToolCallCounter(context);
  const grants = createGrantService(context, tokens, (serverId) => supervisor.live(serverId) !== undefined);
  return {
    supervisor,
    handlers: {
      ...deploymentHandlers(context, supervisor),
      ...runtimeHandlers(context, tokens, tickets, grants.tokens),
      ...recordingHandlers(context, supervisor),
      ...toolCallHandlers(context, toolCalls),
      ...grants.handlers,
    },
    routes: [
      ...grants.routes,
      ...(callApp ? [createAgentToolRoutes(context, tokens, callApp)] : []),
      createGatewayRoutes(context, supervisor, tokens, toolCalls),
    ],
    toolCalls,
    grants,
    close: async () => {
      grants.close();
      await supervisor.close();
      supervisor.recordings.close();
      toolCalls.close();
    },
  };
}
