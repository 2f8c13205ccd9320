import type { ServiceContext } from "../context.ts";
import type { RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";
import { type BridgeGrants, createBridgeGrants } from "./bridgeGrants.ts";
import { createGrantHandlers, type GrantHandlers } from "./grantHandlers.ts";

/** The access that users give to agents. */
export interface GrantService {
  readonly handlers: GrantHandlers;
  readonly bridge: BridgeGrants;
}

export function createGrantService(
  context: ServiceContext,
  tokens: RuntimeTokens,
  isDeployed: (serverId: string) => boolean,
): GrantService {
  return { handlers: createGrantHandlers(context), bridge: createBridgeGrants(context, tokens, isDeployed) };
}
