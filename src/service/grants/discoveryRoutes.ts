import { Hono } from "hono";
import { operationTable } from "../../contract/operations.ts";
import type { ServiceContext } from "../context.ts";
import { getGatewayServerUrl, type RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";

/** The metadata URL of a resource with a path, as RFC 9728 defines it. */
export function getProtectedResourceMetadataUrl(baseUrl: string, serverId: string): string {
  return `${baseUrl}/.well-known/oauth-protected-resource/mcp/${serverId}`;
}

const authorizePath = "/oauth/authorize";

/** The public metadata from which a standard client learns how to get a token. It is the same for every server. */
export function createDiscoveryRoutes(context: Pick<ServiceContext, "baseUrl">, tokens: RuntimeTokens): Hono {
  const routes = new Hono();
  routes.get("/.well-known/oauth-protected-resource/mcp/:serverId", (c) =>
    c.json({
      resource: getGatewayServerUrl(context.baseUrl(), c.req.param("serverId")),
      authorization_servers: [context.baseUrl()],
      scopes_supported: ["runtime"],
      bearer_methods_supported: ["header"],
    }),
  );
  routes.get("/.well-known/oauth-authorization-server", (c) =>
    c.json({
      issuer: context.baseUrl(),
      // RFC 8414 does not require it without a grant that uses it, but the official MCP client rejects metadata without one.
      authorization_endpoint: context.baseUrl() + authorizePath,
      token_endpoint: context.baseUrl() + operationTable["runtime.oauthToken"].path,
      jwks_uri: `${context.baseUrl()}/oauth/jwks`,
      scopes_supported: ["runtime"],
      response_types_supported: [],
      grant_types_supported: ["client_credentials"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    }),
  );
  routes.get(authorizePath, (c) => {
    const description = "Use client credentials at the token endpoint: an API key's id and the key.";
    return c.json({ error: "unsupported_response_type", error_description: description }, 400);
  });
  routes.get("/oauth/jwks", (c) => c.json(tokens.jwks()));
  return routes;
}
