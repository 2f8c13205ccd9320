import type { Handlers, ServiceContext } from "../context.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { readEnvironment } from "../storage/serverEnvironment.ts";
import { createAccounts } from "./connectedAccounts.ts";
import { connectRoutes } from "./connectRoutes.ts";
import { createTickets } from "./connectTickets.ts";
import { oauthConnectionHandlers } from "./oauthConnectionHandlers.ts";
import { createConnectionStore } from "./oauthConnectionStore.ts";
import { revokeTokens } from "./revokeTokens.ts";
import type { KeptTokens } from "./storedTokens.ts";
import { createRenewals } from "./tokenRenewals.ts";

export type Oauth = ReturnType<typeof createOauth>;

/** The part of the service that keeps accounts of other services for servers. */
export function createOauth(context: ServiceContext) {
  const closing = new AbortController();
  const leaving = new Set<Promise<void>>();
  const store = createConnectionStore(context);

  const revoke = (row: OauthConnectionRow, tokens: KeptTokens) => {
    const secret = readEnvironment(context, row.server_id)[row.client_json.secretVariable];
    const work = revokeTokens(context, row, { tokens, secret }, closing.signal).finally(() => leaving.delete(work));
    leaving.add(work);
  };
  const renewals = createRenewals(context, store, { unwanted: revoke }, closing.signal);
  const accounts = createAccounts(context, store, renewals);
  const tickets = createTickets(context);

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
    handlers: oauthConnectionHandlers(context, forget) satisfies Partial<Handlers>,
    routes: [connectRoutes(context, { tickets, store, accounts, closing: closing.signal })],
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
