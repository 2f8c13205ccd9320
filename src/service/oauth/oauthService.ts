import type { OperationHandlers, ServiceContext } from "../context.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { readServerEnvironment } from "../storage/serverEnvironment.ts";
import { createConnectedAccounts } from "./connectedAccounts.ts";
import { createConnectRoutes } from "./connectRoutes.ts";
import { createConnectTickets } from "./connectTickets.ts";
import { oauthConnectionHandlers } from "./oauthConnectionHandlers.ts";
import { createOauthConnectionStore } from "./oauthConnectionStore.ts";
import { revokeTokens } from "./revokeTokens.ts";
import type { StoredTokens } from "./storedTokens.ts";
import { createTokenRenewals } from "./tokenRenewals.ts";

export type OauthService = ReturnType<typeof createOauthService>;

/** Connects the accounts of other services to servers. */
export function createOauthService(context: ServiceContext) {
  const closing = new AbortController();
  const revocations = new Set<Promise<void>>();
  const store = createOauthConnectionStore(context);

  const revoke = (row: OauthConnectionRow, tokens: StoredTokens) => {
    const secret = readServerEnvironment(context, row.server_id)[row.client_json.secretVariable];
    const revocation = revokeTokens(context, row, { tokens, secret }, closing.signal).finally(() =>
      revocations.delete(revocation),
    );
    revocations.add(revocation);
  };
  const renewals = createTokenRenewals(context, store, { onOrphanedTokens: revoke }, closing.signal);
  const accounts = createConnectedAccounts(context, store, renewals);
  const tickets = createConnectTickets(context);

  /** Revokes the tokens of a deleted connection at the provider and stops processes from using them. */
  const removeTokens = (row: OauthConnectionRow) => {
    accounts.invalidateToken(row.server_id, row.scheme);
    try {
      const tokens = renewals.findUnsavedTokens(row) ?? store.readTokens(row);
      if (tokens) revoke(row, tokens);
    } catch (error) {
      context.log("warning", `The tokens for ${row.provider} were deleted, but not revoked there: ${String(error)}`);
    }
  };

  return {
    accounts,
    tickets,
    handlers: oauthConnectionHandlers(context, removeTokens) satisfies Partial<OperationHandlers>,
    routes: [createConnectRoutes(context, { tickets, store, accounts, closing: closing.signal })],
    /** Gives running revocations a moment to finish, then aborts the requests to providers. */
    close: async () => {
      const closeTimer = setTimeout(() => closing.abort(), closeMs);
      await Promise.all(revocations);
      clearTimeout(closeTimer);
      closing.abort();
    },
  };
}

const closeMs = 2000;
