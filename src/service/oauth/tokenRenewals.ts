import type { AuthorizationServer } from "oauth4webapi";
import type { ServiceContext } from "../context.ts";
import { retryDatabaseWrite } from "../storage/retryDatabaseWrite.ts";
import type { ConnectedClient, OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { isSecretFor } from "../storage/secretAddresses.ts";
import { readServerEnvironment } from "../storage/serverEnvironment.ts";
import {
  listTokenSecrets,
  type OauthConnectionStore,
  type StoredTokens,
  toStoredTokens,
} from "./oauthConnectionStore.ts";
import { createClientAuthentication, createProviderRequestOptions } from "./oauthProvider.ts";
import { ProviderError, toProviderError } from "./providerError.ts";
import { createProviderFetch, removeIdToken } from "./providerFetch.ts";

type RenewableTokens = StoredTokens & { readonly refreshToken: string };

interface Unsaved {
  /** The sealed tokens in the row that these tokens replace. */
  readonly replaces: string | null;
  readonly tokens: StoredTokens;
  readonly scopes: readonly string[];
}

export type TokenRenewals = ReturnType<typeof createTokenRenewals>;

/**
 * Renews access tokens. Simultaneous requests for one connection share one renewal. `onOrphanedTokens` receives new tokens of a
 * connection that was deleted during the renewal.
 */
export function createTokenRenewals(
  context: ServiceContext,
  store: OauthConnectionStore,
  onOrphanedTokens: (row: OauthConnectionRow, tokens: StoredTokens) => void,
  closing: AbortSignal,
) {
  const running = new Map<string, Promise<StoredTokens>>();
  const unsavedTokens = new Map<string, Unsaved>();

  const saveRenewed = (row: OauthConnectionRow, tokens: StoredTokens, scopes: readonly string[]) => {
    if (store.saveRenewedTokens(row, tokens, scopes)) return;
    const found = store.find(row.server_id, row.scheme);
    if (!found) onOrphanedTokens(row, tokens);
    throw new ProviderError(`The account was ${found ? "connected again" : "disconnected"} meanwhile. Call again.`);
  };

  /** A new refresh token invalidates the old one, so new tokens must not be lost when the disk is full. */
  const saveLater = (row: OauthConnectionRow, newest: Unsaved) => {
    const isRetrying = unsavedTokens.has(row.id);
    unsavedTokens.set(row.id, newest);
    if (isRetrying) return;
    const what = `The renewed access to ${row.provider} (if the service stops earlier, the account must be connected again)`;
    const tryOnce = () => {
      const { tokens, scopes } = unsavedTokens.get(row.id) ?? newest;
      store.saveRenewedTokens(row, tokens, scopes);
    };
    void retryDatabaseWrite(context, what, tryOnce, closing).finally(() => unsavedTokens.delete(row.id));
  };

  const renewOnce = async (row: OauthConnectionRow, tokens: RenewableTokens) => {
    const renewed = await renewTokens(context, row, tokens, closing).catch((error: unknown) => {
      if (error instanceof ProviderError && error.code === "invalid_grant")
        endRejectedConnection(context, store, row, error);
      throw error;
    });
    const scopes = renewed.scopes ?? row.scopes_json;
    try {
      saveRenewed(row, renewed.tokens, scopes);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      saveLater(row, { replaces: row.sealed_tokens, tokens: renewed.tokens, scopes });
    }
    return renewed.tokens;
  };

  return {
    /** Throws a `ProviderError` with the reason if the renewal fails. The connection's state is updated before that. */
    renew: (row: OauthConnectionRow, tokens: RenewableTokens): Promise<StoredTokens> => {
      const runningRenewal = running.get(row.id);
      if (runningRenewal) return runningRenewal;
      const renewal = renewOnce(row, tokens).finally(() => running.delete(row.id));
      running.set(row.id, renewal);
      return renewal;
    },
    /** New tokens that are not stored yet; the tokens in the row are no longer valid. */
    findUnsavedTokens: (row: OauthConnectionRow): StoredTokens | undefined => {
      const found = unsavedTokens.get(row.id);
      return found?.replaces === row.sealed_tokens ? found.tokens : undefined;
    },
  };
}

/** Ends the connection, because the provider permanently rejects its refresh token. */
function endRejectedConnection(
  context: ServiceContext,
  store: OauthConnectionStore,
  row: OauthConnectionRow,
  error: ProviderError,
): void {
  const explanation = "This also happens when the service ended during a renewal.";
  try {
    store.endConnection(row, /expire/i.test(error.message) ? "expired" : "revoked", `${error.message} ${explanation}`);
  } catch (failure) {
    context.log(
      "error",
      `${row.provider} rejects the refresh token, but the connection's status could not be saved: ${String(failure)}`,
    );
  }
}

/** Exchanges the refresh token for new tokens, and scopes where they change. Throws a `ProviderError` with the reason if that fails. */
async function renewTokens(
  context: ServiceContext,
  row: OauthConnectionRow,
  tokens: RenewableTokens,
  signal: AbortSignal,
) {
  const { client_json: client } = row;
  const secret = readConnectionSecret(context, row);
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
      tokens: toStoredTokens(tokenResponse, context.clock(), tokens),
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

/** The secret of a connection's client. A secret that was set later for other addresses is not the connection's. */
export function readConnectionSecret(
  context: ServiceContext,
  { server_id: serverId, client_json: { secretVariable, secretAddresses } }: OauthConnectionRow,
): string | undefined {
  if (!isSecretFor(context, serverId, secretVariable, secretAddresses)) return undefined;
  return readServerEnvironment(context, serverId)[secretVariable];
}
