import type { ServiceContext } from "../context.ts";
import { retryDatabaseWrite } from "../storage/retryDatabaseWrite.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { readServerEnvironment } from "../storage/serverEnvironment.ts";
import type { OauthConnectionStore } from "./oauthConnectionStore.ts";
import { ProviderError } from "./providerError.ts";
import { renewTokens } from "./renewTokens.ts";
import type { StoredTokens } from "./storedTokens.ts";

/** Renews access tokens, once for however many wait for it. */
export interface TokenRenewals {
  /** A `ProviderError` says why there are no new ones; what that means for the connection is kept by then. */
  renew(row: OauthConnectionRow, tokens: StoredTokens & { readonly refreshToken: string }): Promise<StoredTokens>;
  /** New tokens that could not be stored yet: those in the row are used up. */
  unsaved(row: OauthConnectionRow): StoredTokens | undefined;
}

interface Unsaved {
  /** What the row holds in their place. */
  readonly used: string | null;
  readonly tokens: StoredTokens;
  readonly scopes: readonly string[];
}

interface Hooks {
  /** Tokens that came when their connection was gone already. */
  readonly unwanted: (row: OauthConnectionRow, tokens: StoredTokens) => void;
}

export function createTokenRenewals(
  context: ServiceContext,
  store: OauthConnectionStore,
  { unwanted }: Hooks,
  closing: AbortSignal,
): TokenRenewals {
  const running = new Map<string, Promise<StoredTokens>>();
  const waiting = new Map<string, Unsaved>();

  const keep = (row: OauthConnectionRow, tokens: StoredTokens, scopes: readonly string[]) => {
    if (store.renew(row, tokens, scopes)) return;
    const found = store.find(row.server_id, row.scheme);
    if (!found) unwanted(row, tokens);
    throw new ProviderError(`The account was ${found ? "connected anew" : "disconnected"} meanwhile. Call again.`);
  };

  /** A provider that gives a new refresh token takes no old one: what a full disk does not take must not be lost. */
  const keepLater = (row: OauthConnectionRow, newest: Unsaved) => {
    const isTried = waiting.has(row.id);
    waiting.set(row.id, newest);
    if (isTried) return;
    const what = `The renewed access to ${row.provider} (if the service ends before, the account has to be connected again)`;
    const tryOnce = () => {
      const { tokens, scopes } = waiting.get(row.id) ?? newest;
      store.renew(row, tokens, scopes);
    };
    void retryDatabaseWrite(context, what, tryOnce, closing).finally(() => waiting.delete(row.id));
  };

  const run: TokenRenewals["renew"] = async (row, tokens) => {
    const { client_json: client } = row;
    const secret = readServerEnvironment(context, row.server_id)[client.secretVariable];
    const renewed = await renewTokens({ client, secret, tokens }, context.clock, closing).catch((error: unknown) => {
      if (error instanceof ProviderError && error.code === "invalid_grant") refused(context, store, row, error);
      throw error;
    });
    const scopes = renewed.scopes ?? row.scopes_json;
    try {
      keep(row, renewed.tokens, scopes);
    } catch (error) {
      if (error instanceof ProviderError) throw error;
      keepLater(row, { used: row.sealed_tokens, tokens: renewed.tokens, scopes });
    }
    return renewed.tokens;
  };

  return {
    renew: (row, tokens) => {
      const known = running.get(row.id);
      if (known) return known;
      const work = run(row, tokens).finally(() => running.delete(row.id));
      running.set(row.id, work);
      return work;
    },
    unsaved: (row) => {
      const found = waiting.get(row.id);
      return found?.used === row.sealed_tokens ? found.tokens : undefined;
    },
  };
}

/** The provider says for good that it gives no more tokens for this refresh token. */
function refused(
  context: ServiceContext,
  store: OauthConnectionStore,
  row: OauthConnectionRow,
  error: ProviderError,
): void {
  const lost = "This also happens when the service ended in the midst of a renewal.";
  try {
    store.end(row, /expire/i.test(error.message) ? "expired" : "revoked", `${error.message} ${lost}`);
  } catch (failure) {
    context.log("error", `That ${row.provider} gives no more tokens could not be kept: ${String(failure)}`);
  }
}
