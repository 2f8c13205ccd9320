import type { AuthorizationServer } from "oauth4webapi";
import type { ConnectedClient } from "../storage/rows/oauthConnectionRow.ts";
import { authenticateClient } from "./clientAuthentication.ts";
import { transport } from "./oauthProvider.ts";
import { providerError } from "./providerError.ts";
import { providerFetch } from "./providerFetch.ts";
import { withoutIdToken } from "./removeIdToken.ts";
import { type KeptTokens, keptTokens, secretsOf } from "./storedTokens.ts";

interface Renewal {
  readonly client: ConnectedClient;
  readonly secret: string | undefined;
  readonly tokens: KeptTokens & { readonly refreshToken: string };
}

interface Renewed {
  readonly tokens: KeptTokens;
  /** undefined: as before. */
  readonly scopes: readonly string[] | undefined;
}

/** Gets new tokens for the refresh token; a `ProviderError` says why there are none. */
export async function renewTokens(
  { client, secret, tokens }: Renewal,
  now: () => Date,
  signal: AbortSignal,
): Promise<Renewed> {
  const oauth = await import("./oauthProtocol.ts");
  const metadata = metadataOf(client);
  const who = { client_id: client.clientId };
  try {
    const way = await authenticateClient(client.authentication, secret);
    const options = await transport(providerFetch(client.zone, signal));
    const response = await oauth.refreshTokenGrantRequest(metadata, who, way, tokens.refreshToken, options);
    const answer = await oauth.processRefreshTokenResponse(metadata, who, await withoutIdToken(response));
    return { tokens: keptTokens(answer, now(), tokens), scopes: answer.scope?.split(" ").filter((one) => one !== "") };
  } catch (error) {
    const host = URL.parse(client.tokenEndpoint)?.host ?? client.tokenEndpoint;
    throw providerError(`${host} did not renew the access token`, error, [...secretsOf(tokens), secret ?? ""]);
  }
}

/** As much of a provider's metadata as is kept with a connection. */
export function metadataOf({ issuer, tokenEndpoint, revocationEndpoint }: ConnectedClient): AuthorizationServer {
  return {
    issuer,
    token_endpoint: tokenEndpoint,
    ...(revocationEndpoint !== undefined && { revocation_endpoint: revocationEndpoint }),
  };
}
