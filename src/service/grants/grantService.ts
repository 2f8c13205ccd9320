import type { ServiceCall, ServiceContext } from "../context.ts";
import type { RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";
import { createAuthorizationCodes } from "./authorizationCodes.ts";
import { createAuthorizeRoutes } from "./authorizeRoutes.ts";
import { createBridgeGrants } from "./bridgeGrants.ts";
import { createClientRoutes } from "./clientRoutes.ts";
import { grantHandlers } from "./grantHandlers.ts";
import { createGrantRequests } from "./grantRequests.ts";
import { createRefreshTokens, exchangeCode, refreshGrant } from "./grantTokens.ts";
import { createMetadataRoutes } from "./metadataRoutes.ts";

type TokenCall = Pick<ServiceCall<"runtime.oauthToken">, "input" | "describe">;

export type GrantService = ReturnType<typeof createGrantService>;

/** The authorization server: the access that users give to agents. */
export function createGrantService(
  context: ServiceContext,
  tokens: RuntimeTokens,
  isDeployed: (serverId: string) => boolean,
) {
  const closing = new AbortController();
  const codes = createAuthorizationCodes(context);
  const refreshTokens = createRefreshTokens(context);
  const requests = createGrantRequests(context, closing.signal);
  const tokenParts = { context, tokens, codes, refreshTokens };
  return {
    handlers: grantHandlers(context, requests),
    bridge: createBridgeGrants(context, tokens, isDeployed),
    /** The grants of the token endpoint. */
    tokens: {
      exchangeCode: (call: TokenCall) => exchangeCode(tokenParts, call),
      refresh: (call: TokenCall) => refreshGrant(tokenParts, call),
    },
    routes: [
      createMetadataRoutes(context, tokens),
      createAuthorizeRoutes(context, { requests, codes, closing: closing.signal }),
      createClientRoutes(context, { tokens, refreshTokens }),
    ],
    /** Ends requests that wait. */
    close: () => closing.abort(),
  };
}
