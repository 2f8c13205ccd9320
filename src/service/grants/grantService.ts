import type { Hono } from "hono";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import type { RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";
import { createAuthorizationCodes } from "./authorizationCodes.ts";
import { createAuthorizeRoutes } from "./authorizeRoutes.ts";
import { type BridgeGrants, createBridgeGrants } from "./bridgeGrants.ts";
import { createClientRoutes } from "./clientRoutes.ts";
import { type GrantRouteName, grantHandlers } from "./grantHandlers.ts";
import { createGrantRequests } from "./grantRequests.ts";
import { exchangeCode, refreshGrant } from "./grantTokens.ts";
import { createMetadataRoutes } from "./metadataRoutes.ts";
import { createRefreshTokens } from "./refreshTokens.ts";

type TokenCall = Pick<ServiceCall<"runtime.oauthToken">, "input" | "describe">;

/** The authorization server: the access that users give to agents. */
export interface GrantService {
  readonly handlers: OperationHandlers<GrantRouteName>;
  readonly bridge: BridgeGrants;
  /** The grants of the token endpoint. */
  readonly tokens: {
    exchangeCode(call: TokenCall): Promise<Response>;
    refresh(call: TokenCall): Promise<Response>;
  };
  readonly routes: readonly Hono[];
  /** Ends requests that wait. */
  close(): void;
}

export function createGrantService(
  context: ServiceContext,
  tokens: RuntimeTokens,
  isDeployed: (serverId: string) => boolean,
): GrantService {
  const closing = new AbortController();
  const codes = createAuthorizationCodes(context);
  const refreshTokens = createRefreshTokens(context);
  const requests = createGrantRequests(context, closing.signal);
  const tokenParts = { context, tokens, codes, refreshTokens };
  return {
    handlers: grantHandlers(context, requests),
    bridge: createBridgeGrants(context, tokens, isDeployed),
    tokens: {
      exchangeCode: (call) => exchangeCode(tokenParts, call),
      refresh: (call) => refreshGrant(tokenParts, call),
    },
    routes: [
      createMetadataRoutes(context, tokens),
      createAuthorizeRoutes(context, { requests, codes, closing: closing.signal }),
      createClientRoutes(context, { tokens, refreshTokens }),
    ],
    close: () => closing.abort(),
  };
}
