import type { AuthorizationServer } from "oauth4webapi";
import type { ConnectedClient } from "../storage/rows/oauthConnectionRow.ts";
import { createClientAuthentication } from "./clientAuthentication.ts";
import { createProviderRequestOptions } from "./oauthProvider.ts";
import { toProviderError } from "./providerError.ts";
import { createProviderFetch } from "./providerFetch.ts";
import { removeIdToken } from "./removeIdToken.ts";
import { listTokenSecrets, type StoredTokens, toStoredTokens } from "./storedTokens.ts";

interface Renewal {
  readonly client: ConnectedClient;
  readonly secret: string | undefined;
  readonly tokens: StoredTokens & { readonly refreshToken: string };
}

interface Renewed {
  readonly tokens: StoredTokens;
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
  const metadata = toProviderMetadata(client);
  const who = { client_id: client.clientId };
  try {
    const way = await createClientAuthentication(client.authentication, secret);
    const options = await createProviderRequestOptions(createProviderFetch(client.zone, signal));
    const response = await oauth.refreshTokenGrantRequest(metadata, who, way, tokens.refreshToken, options);
    const answer = await oauth.processRefreshTokenResponse(metadata, who, await removeIdToken(response));
    return {
      tokens: toStoredTokens(answer, now(), tokens),
      scopes: answer.scope?.split(" ").filter((one) => one !== ""),
    };
  } catch (error) {
    const host = URL.parse(client.tokenEndpoint)?.host ?? client.tokenEndpoint;
    throw toProviderError(`${host} did not renew the access token`, error, [...listTokenSecrets(tokens), secret ?? ""]);
  }
}

/** As much of a provider's metadata as is kept with a connection. */
export function toProviderMetadata({
  issuer,
  tokenEndpoint,
  revocationEndpoint,
}: ConnectedClient): AuthorizationServer {
  return {
    issuer,
    token_endpoint: tokenEndpoint,
    ...(revocationEndpoint !== undefined && { revocation_endpoint: revocationEndpoint }),
  };
}
