import { Hono } from "hono";
import { serviceMcpId } from "../../contract/mcp/serviceMcp.ts";
import { operationTable } from "../../contract/operations.ts";
import type { ServiceContext } from "../context.ts";
import type { RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";
import { getGatewayServerUrl } from "../deployments/gateway/serverAddress.ts";
import { authorizePath } from "./authorizeRoutes.ts";
import { clientPaths } from "./clientRoutes.ts";

/** The metadata URL of a resource with a path, as RFC 9728 defines it. */
export function getProtectedResourceMetadataUrl(baseUrl: string, address: string): string {
  const path = getGatewayServerUrl(baseUrl, address).slice(baseUrl.length);
  return `${baseUrl}/.well-known/oauth-protected-resource${path}`;
}

/** The public metadata from which a standard client learns how to get a token. It is the same for every server. */
export function createMetadataRoutes(context: Pick<ServiceContext, "baseUrl">, tokens: RuntimeTokens): Hono {
  const routes = new Hono();
  routes.get("/.well-known/oauth-protected-resource/mcp/:address?", (c) =>
    c.json({
      resource: getGatewayServerUrl(context.baseUrl(), c.req.param("address") ?? serviceMcpId),
      authorization_servers: [context.baseUrl()],
      scopes_supported: ["runtime"],
      bearer_methods_supported: ["header"],
    }),
  );
  routes.get("/.well-known/oauth-authorization-server", (c) => {
    const base = context.baseUrl();
    return c.json({
      issuer: base,
      authorization_endpoint: base + authorizePath,
      token_endpoint: base + operationTable["runtime.oauthToken"].path,
      registration_endpoint: base + clientPaths.register,
      revocation_endpoint: base + clientPaths.revoke,
      jwks_uri: `${base}/oauth/jwks`,
      scopes_supported: ["runtime"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
      revocation_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });
  routes.get("/oauth/jwks", (c) => c.json(tokens.jwks()));
  return routes;
}
