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

/** The part of the service that keeps accounts of other services for servers. */
export function createOauthService(context: ServiceContext) {
  const closing = new AbortController();
  const leaving = new Set<Promise<void>>();
  const store = createOauthConnectionStore(context);

  const revoke = (row: OauthConnectionRow, tokens: StoredTokens) => {
    const secret = readServerEnvironment(context, row.server_id)[row.client_json.secretVariable];
    const work = revokeTokens(context, row, { tokens, secret }, closing.signal).finally(() => leaving.delete(work));
    leaving.add(work);
  };
  const renewals = createTokenRenewals(context, store, { unwanted: revoke }, closing.signal);
  const accounts = createConnectedAccounts(context, store, renewals);
  const tickets = createConnectTickets(context);

  /** The row is gone: its tokens are taken back at the provider, and no process uses them any more. */
  const forget = (row: OauthConnectionRow) => {
    accounts.forget(row.server_id, row.scheme);
    try {
      const tokens = renewals.unsaved(row) ?? store.tokens(row);
      if (tokens) revoke(row, tokens);
    } catch (error) {
      context.log("warning", `The tokens for ${row.provider} were forgotten, but not revoked there: ${String(error)}`);
    }
  };

  return {
    accounts,
    tickets,
    handlers: oauthConnectionHandlers(context, forget) satisfies Partial<OperationHandlers>,
    routes: [createConnectRoutes(context, { tickets, store, accounts, closing: closing.signal })],
    /** Gives revocations that are under way a moment, then ends what is asked of providers. */
    close: async () => {
      const end = setTimeout(() => closing.abort(), closeMs);
      await Promise.all(leaving);
      clearTimeout(end);
      closing.abort();
    },
  };
}

const closeMs = 2000;
