import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { requireFound } from "../http/serviceProblem.ts";
import {
  connectionStatusSql,
  type OauthConnectionRow,
  oauthConnectionRow,
  selectOauthConnections,
  toOauthConnection,
} from "../storage/rows/oauthConnectionRow.ts";
import { ConnectedAccounts } from "./connectedAccounts.ts";
import { createConnectRoutes } from "./connectRoutes.ts";
import { createConnectTickets } from "./connectTickets.ts";
import { createOauthConnectionStore, listTokenSecrets, type StoredTokens } from "./oauthConnectionStore.ts";
import { createClientAuthentication, createProviderRequestOptions } from "./oauthProvider.ts";
import { ProviderError, toProviderError } from "./providerError.ts";
import { createProviderFetch } from "./providerFetch.ts";
import { createTokenRenewals, readConnectionSecret, toProviderMetadata } from "./tokenRenewals.ts";

export type OauthService = ReturnType<typeof createOauthService>;

/** Connects the accounts of other services to servers. */
export function createOauthService(context: ServiceContext) {
  const closing = new AbortController();
  const revocations = new Set<Promise<void>>();
  const store = createOauthConnectionStore(context);

  const startRevocation = (
    row: OauthConnectionRow,
    tokens: StoredTokens,
    secret = readConnectionSecret(context, row),
  ) => {
    const revocation = revokeTokens(context, row, { tokens, secret }, closing.signal).finally(() =>
      revocations.delete(revocation),
    );
    revocations.add(revocation);
  };
  const renewals = createTokenRenewals(context, store, startRevocation, closing.signal);
  const accounts = new ConnectedAccounts(context, store, renewals);
  const tickets = createConnectTickets(context);

  /**
   * Reads the tokens of a connection before it is deleted, together with its server or alone. The result, for after the commit, revokes
   * them at the provider and stops processes from using them.
   */
  const prepareRevocation = (row: OauthConnectionRow): (() => void) => {
    const invalidate = () => accounts.invalidateToken(row.server_id, row.scheme);
    try {
      const tokens = renewals.findUnsavedTokens(row) ?? store.readTokens(row);
      const secret = readConnectionSecret(context, row);
      return () => {
        invalidate();
        if (tokens) startRevocation(row, tokens, secret);
      };
    } catch (error) {
      return () => {
        invalidate();
        context.log("warning", `The tokens for ${row.provider} were deleted, but not revoked there: ${String(error)}`);
      };
    }
  };

  return {
    accounts,
    tickets,
    prepareRevocation,
    handlers: oauthConnectionHandlers(context, prepareRevocation) satisfies Partial<OperationHandlers>,
    /** Aborted when the service stops. */
    closing: closing.signal,
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

/** Revokes a connection's tokens at its provider (RFC 7009). A failure is logged, because the service deleted the tokens already. */
async function revokeTokens(
  context: Pick<ServiceContext, "log">,
  row: OauthConnectionRow,
  { tokens, secret }: { readonly tokens: StoredTokens; readonly secret: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const subject = `The account ${row.account ?? "connected"} at ${row.provider}`;
  try {
    await sendRevocations(row, tokens, secret, signal);
    context.log("info", `${subject} was disconnected, and its tokens were revoked there.`);
  } catch (error) {
    const { message } = toProviderError("they could not be revoked there", error, [
      ...listTokenSecrets(tokens),
      secret ?? "",
    ]);
    const advice = "The service deleted them. Revoke the access in the account's settings at the provider.";
    context.log("warning", `${subject} was disconnected, but its tokens are still valid: ${message} ${advice}`);
  }
}

async function sendRevocations(
  row: OauthConnectionRow,
  tokens: StoredTokens,
  secret: string | undefined,
  signal: AbortSignal,
) {
  const { client_json: client } = row;
  if (client.revocationEndpoint === undefined) throw new ProviderError("the provider has no revocation endpoint.");
  const oauth = await import("./oauthProtocol.ts");
  const options = await createProviderRequestOptions(createProviderFetch(client.zone, signal));
  const clientAuth = await createClientAuthentication(client.authentication, secret);
  // At most providers, but not at all, revoking the refresh token also revokes its access tokens.
  for (const [hint, token] of Object.entries({
    refresh_token: tokens.refreshToken,
    access_token: tokens.accessToken,
  })) {
    if (token === undefined) continue;
    const additionalParameters = { token_type_hint: hint };
    const oauthClient = { client_id: client.clientId };
    const response = await oauth.revocationRequest(toProviderMetadata(client), oauthClient, clientAuth, token, {
      ...options,
      additionalParameters,
    });
    await oauth.processRevocationResponse(response);
  }
}

/** `prepareRevocation` reads the tokens of a connection before it is deleted; its result revokes them at the provider. */
function oauthConnectionHandlers(
  context: ServiceContext,
  prepareRevocation: (row: OauthConnectionRow) => () => void,
): OperationHandlers<"oauthConnections.list" | "oauthConnection.get" | "oauthConnection.delete"> {
  return {
    "oauthConnections.list": (call) => list(context, call),
    "oauthConnection.get": ({ input, caller }) =>
      toOauthConnection(requireConnection(context, caller.organizationId, input.id)),
    "oauthConnection.delete": ({ input, caller }): undefined => {
      const row = requireConnection(context, caller.organizationId, input.id);
      context.db.afterCommit(prepareRevocation(row));
      context.db.run("DELETE FROM oauth_connections WHERE id = ?", row.id);
    },
  };
}

function list(context: ServiceContext, { input, caller }: ServiceCall<"oauthConnections.list">) {
  return readItemPage(input, {
    id: "c.id",
    conditions: [
      ["p.organization_id = ?", caller.organizationId],
      ["c.server_id = ?", input.serverId],
      [`${connectionStatusSql} = ?`, input.status],
    ],
    read: (clause, ...values) => context.db.all(oauthConnectionRow, `${selectOauthConnections} ${clause}`, ...values),
    toItem: toOauthConnection,
  });
}

function requireConnection(context: ServiceContext, organizationId: string, id: string): OauthConnectionRow {
  const sql = `${selectOauthConnections} WHERE c.id = ? AND p.organization_id = ?`;
  return requireFound(context.db.get(oauthConnectionRow, sql, id, organizationId), "OAuth connection", id);
}
