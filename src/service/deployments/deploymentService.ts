import type { Hono } from "hono";
import type { Handlers, ServiceContext } from "../context.ts";
import type { Oauth } from "../oauth/oauthService.ts";
import { createToolCalls, type ToolCalls } from "../usage/toolCallCounter.ts";
import { deploymentHandlers } from "./deploymentHandlers.ts";
import type { Times } from "./deploymentTimes.ts";
import { gatewayRoutes } from "./gateway/gatewayRoutes.ts";
import { runtimeHandlers } from "./gateway/runtimeHandlers.ts";
import { createTokens } from "./gateway/runtimeTokens.ts";
import { createSupervisor, type DeploymentSupervisor } from "./lifecycle/deploymentSupervisor.ts";

/** The part of the service that runs servers. */
export interface Deployments {
  readonly supervisor: DeploymentSupervisor;
  readonly handlers: Handlers<
    | "server.deploy"
    | "deployments.list"
    | "deployment.get"
    | "deployment.events"
    | "deployment.health"
    | "runtime.token"
    | "runtime.oauthToken"
  >;
  readonly routes: readonly Hono[];
  readonly toolCalls: ToolCalls;
  /** Stops every process; resolves when none is left and every call is counted. */
  close(): Promise<void>;
}

export function createDeployments(
  context: ServiceContext,
  { accounts, tickets }: Pick<Oauth, "accounts" | "tickets">,
  times: Partial<Times> = {},
): Deployments {
  const supervisor = createSupervisor(context, accounts, times);
  const tokens = createTokens(context);
  const toolCalls = createToolCalls(context);
  return {
    supervisor,
    handlers: { ...deploymentHandlers(context, supervisor), ...runtimeHandlers(context, tokens, tickets) },
    routes: [gatewayRoutes(context, supervisor, tokens, toolCalls)],
    toolCalls,
    close: async () => {
      await supervisor.close();
      toolCalls.close();
    },
  };
}
