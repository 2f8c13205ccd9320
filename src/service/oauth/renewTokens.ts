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

interface RenewalResult {
  readonly tokens: StoredTokens;
  /** `undefined` if they did not change. */
  readonly scopes: readonly string[] | undefined;
}

/** Exchanges the refresh token for new tokens. Throws a `ProviderError` with the reason if that fails. */
export async function renewTokens(
  { client, secret, tokens }: Renewal,
  now: () => Date,
  signal: AbortSignal,
): Promise<RenewalResult> {
  const oauth = await import("./oauthProtocol.ts");
  const metadata = toProviderMetadata(client);
  const oauthClient = { client_id: client.clientId };
  try {
    const clientAuth = await createClientAuthentication(client.authentication, secret);
    const options = await createProviderRequestOptions(createProviderFetch(client.zone, signal));
    const response = await oauth.refreshTokenGrantRequest(
      metadata,
      oauthClient,
      clientAuth,
      tokens.refreshToken,
      options,
    );
    const tokenResponse = await oauth.processRefreshTokenResponse(metadata, oauthClient, await removeIdToken(response));
    return {
      tokens: toStoredTokens(tokenResponse, now(), tokens),
      scopes: tokenResponse.scope?.split(" ").filter((scope) => scope !== ""),
    };
  } catch (error) {
    const host = URL.parse(client.tokenEndpoint)?.host ?? client.tokenEndpoint;
    throw toProviderError(`${host} did not renew the access token`, error, [...listTokenSecrets(tokens), secret ?? ""]);
  }
}

/** The part of a provider's metadata that is stored with a connection. */
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
