import type { AuthorizationServer, ClientAuth } from "oauth4webapi";
import type { ConnectedClient } from "../storage/rows/oauthConnectionRow.ts";
import type { OauthProvider } from "./oauthProvider.ts";

/** How the service proves to a provider who it is. */
export type ClientAuthenticationMethod = ConnectedClient["authentication"];

/** The ways to try, in order: what the metadata says, or without one what most providers take, then what RFC 6749 wants. */
export function listClientAuthenticationMethods(
  { metadata, described }: OauthProvider,
  hasSecret: boolean,
): readonly ClientAuthenticationMethod[] {
  if (!hasSecret) return ["none"];
  if (!described) return ["post", "basic"];
  const known = supported(metadata);
  return known.includes("client_secret_basic") || !known.includes("client_secret_post") ? ["basic"] : ["post"];
}

const supported = ({ token_endpoint_auth_methods_supported: methods }: AuthorizationServer) =>
  methods ?? ["client_secret_basic"];

export async function createClientAuthentication(
  way: ClientAuthenticationMethod,
  secret: string | undefined,
): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await import("./oauthProtocol.ts");
  if (way === "none" || secret === undefined) return None();
  return way === "basic" ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
