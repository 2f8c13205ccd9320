import type { ServiceContext } from "../context.ts";
import { KeyedListeners } from "../keyedListeners.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { SealError } from "../storage/secretBox.ts";
import { readServerAccounts } from "../storage/serverEnvironment.ts";
import { formatAccountProvider } from "./oauthAccount.ts";
import { getTokenRenewalTime, type OauthConnectionStore, type StoredTokens } from "./oauthConnectionStore.ts";
import { ProviderError } from "./providerError.ts";
import type { TokenRenewals } from "./tokenRenewals.ts";

/** A token for a server's next request, or the reason why there is none and what to do, as text for a model and its user. */
export type AccountTokenResult =
  | {
      readonly token: string;
      /** Milliseconds since 1970, after which the server must request the token again. null: only after the API rejects it. */
      readonly until: number | null;
    }
  | { readonly missing: string };

const maxRecentTokens = 20;
const noTokens: readonly string[] = [];
const advice = 'Choose "Connect Account" on this server in Fairlead.';

/** The connected accounts, as the processes of servers use them. */
export class ConnectedAccounts {
  readonly #context: ServiceContext;
  readonly #store: OauthConnectionStore;
  readonly #renewals: TokenRenewals;
  readonly #invalidations = new KeyedListeners<[scheme: string]>();
  readonly #recentTokens = new Map<string, readonly string[]>();

  constructor(context: ServiceContext, store: OauthConnectionStore, renewals: TokenRenewals) {
    this.#context = context;
    this.#store = store;
    this.#renewals = renewals;
  }

  /** `refused` is the token that the API rejected. */
  async token(serverId: string, scheme: string, refused?: string): Promise<AccountTokenResult> {
    const row = this.#store.find(serverId, scheme);
    if (!row) {
      const provider = providerName(this.#context, serverId, scheme);
      return { missing: `No account at ${provider} is connected. ${advice}` };
    }
    try {
      return await this.#findToken(row, refused);
    } catch (error) {
      if (error instanceof SealError) return { missing: explainEnded(row, error.message) };
      this.#context.log("error", `The account at ${row.provider} could not be used: ${String(error)}`);
      return {
        missing: `The account at ${row.provider} cannot be used right now. The service's log contains the cause.`,
      };
    }
  }

  /** Calls `onInvalidated` when a token must not be used again. The returned function stops watching. */
  watch(serverId: string, onInvalidated: (scheme: string) => void): () => void {
    return this.#invalidations.add(serverId, onInvalidated);
  }

  invalidateToken(serverId: string, scheme: string): void {
    this.#invalidations.notify(serverId, scheme);
  }

  /** Recent tokens of a server, which must be hidden from logs. The array is replaced when it changes. */
  listRecentTokens(serverId: string): readonly string[] {
    return this.#recentTokens.get(serverId) ?? noTokens;
  }

  async #findToken(row: OauthConnectionRow, refused: string | undefined): Promise<AccountTokenResult> {
    const tokens =
      row.status === "connected" ? (this.#renewals.findUnsavedTokens(row) ?? this.#store.readTokens(row)) : undefined;
    if (!tokens) return { missing: explainEnded(row, row.status_detail ?? "") };
    const isRenewalDue = tokens.accessToken === refused || isPast(getTokenRenewalTime(tokens), this.#now());
    if (!isRenewalDue) return this.#issueToken(row.server_id, tokens);
    const isUsable = tokens.accessToken !== refused && !isPast(tokens.expiresAt, this.#now());
    return this.#renewToken(row, tokens, isUsable);
  }

  /** `isUsable` says whether the API still accepts the token when it cannot be renewed. */
  async #renewToken(row: OauthConnectionRow, tokens: StoredTokens, isUsable: boolean): Promise<AccountTokenResult> {
    const { refreshToken } = tokens;
    if (refreshToken === undefined) {
      if (isUsable) return this.#issueToken(row.server_id, tokens);
      const detail = "The API rejects the access token, and the token cannot be renewed.";
      this.#store.endConnection(row, "expired", detail);
      return { missing: explainEnded(row, detail) };
    }
    try {
      return this.#issueToken(row.server_id, await this.#renewals.renew(row, { ...tokens, refreshToken }));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { status } = this.#store.find(row.server_id, row.scheme) ?? {};
      if (status !== "connected") {
        this.invalidateToken(row.server_id, row.scheme);
        return { missing: explainEnded(row, error.message) };
      }
      return isUsable ? this.#issueToken(row.server_id, tokens) : { missing: `${error.message} Try again later.` };
    }
  }

  #issueToken(serverId: string, tokens: StoredTokens): AccountTokenResult {
    const previous = this.listRecentTokens(serverId);
    if (!previous.includes(tokens.accessToken))
      this.#recentTokens.set(serverId, [tokens.accessToken, ...previous].slice(0, maxRecentTokens));
    return { token: tokens.accessToken, until: tokens.refreshToken ? getTokenRenewalTime(tokens) : tokens.expiresAt };
  }

  #now(): number {
    return this.#context.clock().getTime();
  }
}

/** null never comes. */
function isPast(time: number | null, now: number): boolean {
  return time !== null && time <= now;
}

function explainEnded({ provider }: OauthConnectionRow, detail: string): string {
  return [`The account at ${provider} must be connected again.`, detail, advice]
    .filter((part) => part !== "")
    .join(" ");
}

function providerName(context: ServiceContext, serverId: string, scheme: string): string {
  const found = readServerAccounts(context, serverId).find((account) => account.scheme === scheme);
  return found ? formatAccountProvider(found) : `the provider of "${scheme}"`;
}
