import { Hono } from "hono";
import { operationTable } from "../../../contract/operations.ts";
import type { ServiceContext } from "../../context.ts";
import { getGatewayServerUrl, type RuntimeTokens } from "./runtimeTokens.ts";

/** Where RFC 9728 puts the metadata of a resource that has a path. */
export function getProtectedResourceMetadataUrl(baseUrl: string, serverId: string): string {
  return `${baseUrl}/.well-known/oauth-protected-resource/mcp/${serverId}`;
}

const authorizePath = "/oauth/authorize";

/** What a standard client reads on its way to a token; public, and the same for every server that could be asked for. */
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
      // No grant here uses it, so RFC 8414 wants none, but the official MCP client takes no metadata without one.
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
    const description = "Only client credentials are known here: an API key's id and the key, at the token endpoint.";
    return c.json({ error: "unsupported_response_type", error_description: description }, 400);
  });
  routes.get("/oauth/jwks", (c) => c.json(tokens.jwks()));
  return routes;
}
