import type { AuthorizationServer, ClientAuth } from "oauth4webapi";
import type { ConnectedClient } from "../storage/rows/oauthConnectionRow.ts";
import type { OauthProvider } from "./oauthProvider.ts";

/** How the service authenticates itself to a provider. */
export type ClientAuthenticationMethod = ConnectedClient["authentication"];

/** Lists the methods to try in order: the metadata's, or without metadata the most common one, then the default of RFC 6749. */
export function listClientAuthenticationMethods(
  { metadata, described }: OauthProvider,
  hasSecret: boolean,
): readonly ClientAuthenticationMethod[] {
  if (!hasSecret) return ["none"];
  if (!described) return ["post", "basic"];
  const methods = listSupportedMethods(metadata);
  return methods.includes("client_secret_basic") || !methods.includes("client_secret_post") ? ["basic"] : ["post"];
}

const listSupportedMethods = ({ token_endpoint_auth_methods_supported: methods }: AuthorizationServer) =>
  methods ?? ["client_secret_basic"];

export async function createClientAuthentication(
  method: ClientAuthenticationMethod,
  secret: string | undefined,
): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await import("./oauthProtocol.ts");
  if (method === "none" || secret === undefined) return None();
  return method === "basic" ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
