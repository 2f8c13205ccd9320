import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { SealError } from "../storage/secretBox.ts";
import { formatAccountProvider, oauthAccountSchema } from "./oauthAccount.ts";
import type { OauthConnectionStore } from "./oauthConnectionStore.ts";
import { ProviderError } from "./providerError.ts";
import { getTokenRenewalTime, type StoredTokens } from "./storedTokens.ts";
import type { TokenRenewals } from "./tokenRenewals.ts";

/** A token for a server's next request, or the reason why there is none and what to do, as text for a model and its user. */
export type AccountTokenResult =
  | {
      readonly token: string;
      /** Milliseconds since 1970, after which the server must request the token again. null: only after the API rejects it. */
      readonly until: number | null;
    }
  | { readonly missing: string };

/** The connected accounts, as the processes of servers use them. */
export interface ConnectedAccounts {
  /** `refused` is the token that the API rejected. */
  token(serverId: string, scheme: string, refused?: string): Promise<AccountTokenResult>;
  /** Calls `onInvalidated` when a token must not be used again. The returned function stops watching. */
  watch(serverId: string, invalidateToken: (scheme: string) => void): () => void;
  invalidateToken(serverId: string, scheme: string): void;
  /** Recent tokens of a server, which must be hidden from logs. The array is replaced when it changes. */
  listRecentTokens(serverId: string): readonly string[];
}

const maxRecentTokens = 20;
const noTokens: readonly string[] = [];
const advice = 'Choose "Connect Account" on this server in Fairlead.';

export function createConnectedAccounts(
  context: ServiceContext,
  store: OauthConnectionStore,
  renewals: TokenRenewals,
): ConnectedAccounts {
  const watchers = new Map<string, Set<(scheme: string) => void>>();
  const recentTokens = new Map<string, readonly string[]>();
  const now = () => context.clock().getTime();

  const issueToken = (serverId: string, tokens: StoredTokens): AccountTokenResult => {
    const previous = recentTokens.get(serverId) ?? noTokens;
    if (!previous.includes(tokens.accessToken))
      recentTokens.set(serverId, [tokens.accessToken, ...previous].slice(0, maxRecentTokens));
    return { token: tokens.accessToken, until: tokens.refreshToken ? getTokenRenewalTime(tokens) : tokens.expiresAt };
  };
  const invalidateToken = (serverId: string, scheme: string) => {
    for (const onInvalidated of watchers.get(serverId) ?? []) onInvalidated(scheme);
  };

  const renewOrExplain = async (row: OauthConnectionRow, tokens: StoredTokens, refused: string | undefined) => {
    const { refreshToken } = tokens;
    const isUsable = tokens.accessToken !== refused && (tokens.expiresAt ?? Number.POSITIVE_INFINITY) > now();
    if (refreshToken === undefined) {
      if (isUsable) return issueToken(row.server_id, tokens);
      const detail = "The API rejects the access token, and the token cannot be renewed.";
      store.endConnection(row, "expired", detail);
      return { missing: explainEnded(row, detail) };
    }
    try {
      return issueToken(row.server_id, await renewals.renew(row, { ...tokens, refreshToken }));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { status } = store.find(row.server_id, row.scheme) ?? {};
      if (status !== "connected") {
        invalidateToken(row.server_id, row.scheme);
        return { missing: explainEnded(row, error.message) };
      }
      return isUsable ? issueToken(row.server_id, tokens) : { missing: `${error.message} Try again later.` };
    }
  };

  return {
    invalidateToken,
    listRecentTokens: (serverId) => recentTokens.get(serverId) ?? noTokens,
    watch: (serverId, onInvalidated) => {
      const watching = watchers.get(serverId) ?? new Set();
      watchers.set(serverId, watching.add(onInvalidated));
      return () => {
        watching.delete(onInvalidated);
        if (watching.size === 0 && watchers.get(serverId) === watching) watchers.delete(serverId);
      };
    },
    token: async (serverId, scheme, refused) => {
      const row = store.find(serverId, scheme);
      if (!row) return { missing: `No account at ${providerName(context, serverId, scheme)} is connected. ${advice}` };
      try {
        const tokens =
          row.status === "connected" ? (renewals.findUnsavedTokens(row) ?? store.readTokens(row)) : undefined;
        if (!tokens) return { missing: explainEnded(row, row.status_detail ?? "") };
        const isRenewalDue =
          tokens.accessToken === refused || (getTokenRenewalTime(tokens) ?? Number.POSITIVE_INFINITY) <= now();
        return isRenewalDue ? await renewOrExplain(row, tokens, refused) : issueToken(serverId, tokens);
      } catch (error) {
        if (error instanceof SealError) return { missing: explainEnded(row, error.message) };
        context.log("error", `The account at ${row.provider} could not be used: ${String(error)}`);
        return {
          missing: `The account at ${row.provider} cannot be used right now. The service's log contains the cause.`,
        };
      }
    },
  };
}

function explainEnded({ provider }: OauthConnectionRow, detail: string): string {
  return [`The account at ${provider} must be connected again.`, detail, advice]
    .filter((part) => part !== "")
    .join(" ");
}

const accountsRow = z.object({ accounts_json: jsonColumn(z.array(oauthAccountSchema)) });

function providerName({ db }: ServiceContext, serverId: string, scheme: string): string {
  const row = db.get(accountsRow, "SELECT accounts_json FROM servers WHERE id = ?", serverId);
  const found = row?.accounts_json.find((account) => account.scheme === scheme);
  return found ? formatAccountProvider(found) : `the provider of "${scheme}"`;
}
