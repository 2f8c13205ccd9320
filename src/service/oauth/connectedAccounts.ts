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

/** A token for a server's next request, or why there is none and what to do, in words for a model and its person. */
export type AccountTokenResult =
  | {
      readonly token: string;
      /** Milliseconds since 1970; from then on it has to be asked for again. null: when it is refused. */
      readonly until: number | null;
    }
  | { readonly missing: string };

/** The accounts connected to servers, as their processes use them. */
export interface ConnectedAccounts {
  /** `refused`: the token that the API did not accept. */
  token(serverId: string, scheme: string, refused?: string): Promise<AccountTokenResult>;
  /** Tells when a token that was given is not to be used any more; the answer ends it. */
  watch(serverId: string, forget: (scheme: string) => void): () => void;
  forget(serverId: string, scheme: string): void;
  /** The tokens given to a server's processes lately: they must not be shown. The list is another one when it has changed. */
  given(serverId: string): readonly string[];
}

const mostGiven = 20;
const none: readonly string[] = [];
const advice = 'Choose "Connect Account" on this server in Fairlead.';

export function createConnectedAccounts(
  context: ServiceContext,
  store: OauthConnectionStore,
  renewals: TokenRenewals,
): ConnectedAccounts {
  const watchers = new Map<string, Set<(scheme: string) => void>>();
  const lately = new Map<string, readonly string[]>();
  const now = () => context.clock().getTime();

  const give = (serverId: string, tokens: StoredTokens): AccountTokenResult => {
    const before = lately.get(serverId) ?? none;
    if (!before.includes(tokens.accessToken)) lately.set(serverId, [tokens.accessToken, ...before].slice(0, mostGiven));
    return { token: tokens.accessToken, until: tokens.refreshToken ? getTokenRenewalTime(tokens) : tokens.expiresAt };
  };
  const forget = (serverId: string, scheme: string) => {
    for (const tell of watchers.get(serverId) ?? []) tell(scheme);
  };

  const renewed = async (row: OauthConnectionRow, tokens: StoredTokens, refused: string | undefined) => {
    const { refreshToken } = tokens;
    const usable = tokens.accessToken !== refused && (tokens.expiresAt ?? Number.POSITIVE_INFINITY) > now();
    if (refreshToken === undefined) {
      if (usable) return give(row.server_id, tokens);
      const detail = "The API does not accept the access token any more, and it cannot be renewed.";
      store.end(row, "expired", detail);
      return { missing: ended(row, detail) };
    }
    try {
      return give(row.server_id, await renewals.renew(row, { ...tokens, refreshToken }));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { status } = store.find(row.server_id, row.scheme) ?? {};
      if (status !== "connected") {
        forget(row.server_id, row.scheme);
        return { missing: ended(row, error.message) };
      }
      return usable ? give(row.server_id, tokens) : { missing: `${error.message} Try again later.` };
    }
  };

  return {
    forget,
    given: (serverId) => lately.get(serverId) ?? none,
    watch: (serverId, tell) => {
      const known = watchers.get(serverId) ?? new Set();
      watchers.set(serverId, known.add(tell));
      return () => {
        known.delete(tell);
        if (known.size === 0 && watchers.get(serverId) === known) watchers.delete(serverId);
      };
    },
    token: async (serverId, scheme, refused) => {
      const row = store.find(serverId, scheme);
      if (!row) return { missing: `No account at ${providerName(context, serverId, scheme)} is connected. ${advice}` };
      try {
        const tokens = row.status === "connected" ? (renewals.unsaved(row) ?? store.tokens(row)) : undefined;
        if (!tokens) return { missing: ended(row, row.status_detail ?? "") };
        const due =
          tokens.accessToken === refused || (getTokenRenewalTime(tokens) ?? Number.POSITIVE_INFINITY) <= now();
        return due ? await renewed(row, tokens, refused) : give(serverId, tokens);
      } catch (error) {
        if (error instanceof SealError) return { missing: ended(row, error.message) };
        context.log("error", `The account at ${row.provider} could not be used: ${String(error)}`);
        return { missing: `The account at ${row.provider} cannot be used right now. The service's log says why.` };
      }
    },
  };
}

function ended({ provider }: OauthConnectionRow, detail: string): string {
  return [`The account at ${provider} has to be connected again.`, detail, advice]
    .filter((part) => part !== "")
    .join(" ");
}

const accountsRow = z.object({ accounts_json: jsonColumn(z.array(oauthAccountSchema)) });

function providerName({ db }: ServiceContext, serverId: string, scheme: string): string {
  const row = db.get(accountsRow, "SELECT accounts_json FROM servers WHERE id = ?", serverId);
  const found = row?.accounts_json.find((account) => account.scheme === scheme);
  return found ? formatAccountProvider(found) : `the provider of "${scheme}"`;
}
