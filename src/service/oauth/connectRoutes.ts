import { Hono } from "hono";
import { findServer } from "../audit/auditItems.ts";
import { explainDeniedServerAccess, findKeyHolder } from "../auth/apiKeys.ts";
import type { ServiceContext } from "../context.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import type { AddressZone } from "../network/addressZone.ts";
import { resolveHostZone } from "../network/guardedRequest.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { serverRow } from "../storage/rows/serverRow.ts";
import { findNewSecretAddress } from "../storage/secretAddresses.ts";
import { readServerEnvironment } from "../storage/serverEnvironment.ts";
import { type CodeFlowState, finishCodeFlow, listAccountScopes, startCodeFlow } from "./codeFlow.ts";
import type { ConnectedAccounts } from "./connectedAccounts.ts";
import * as pages from "./connectPages.ts";
import type { ConnectRequest, ConnectTickets } from "./connectTickets.ts";
import { createHtmlPageResponse, createRedirect, isVisit, redirectToOwnUrl, respondOrExplain } from "./htmlPage.ts";
import { formatAccountProvider, getClientVariables, listSecretAddresses, type OauthAccount } from "./oauthAccount.ts";
import { type NewOauthConnection, type OauthConnectionStore, toStoredTokens } from "./oauthConnectionStore.ts";
import { discoverProvider } from "./oauthProvider.ts";
import { createBrowserCookie, createPendingAuthorizations } from "./pendingAuthorizations.ts";
import { getOutermostZone } from "./providerFetch.ts";

interface ConnectRouteOptions {
  readonly tickets: ConnectTickets;
  readonly store: OauthConnectionStore;
  readonly accounts: Pick<ConnectedAccounts, "invalidateToken">;
  /** Aborted when the service stops. */
  readonly closing: AbortSignal;
}

/** An account that is being connected. */
interface PendingConnection {
  readonly request: ConnectRequest;
  readonly account: OauthAccount;
  readonly flow: CodeFlowState;
}

const pagePath = "/connect/:serverId/:scheme";
const callbackPath = "/connect/callback";

/** The page where an account is connected to a server. */
export function createConnectUrl(baseUrl: string, serverId: string, scheme: string): string {
  return `${baseUrl}/connect/${serverId}/${encodeURIComponent(scheme)}`;
}

/** The pages for the user's browser before and after the provider's sign-in. */
export function createConnectRoutes(context: ServiceContext, options: ConnectRouteOptions): Hono {
  const attempts = createPendingAuthorizations<PendingConnection>(context, {
    name: "fairlead_connect",
    path: callbackPath,
  });
  const cookie = createBrowserCookie(context, { name: "fairlead_connect_page", path: "/connect/" });
  const routes = new Hono<HttpEnvironment>();

  routes.get(pagePath, async (c) => {
    const redirected = redirectToOwnUrl(context, c);
    if (redirected) return redirected;
    const { serverId, scheme } = c.req.param();
    const ticket = c.req.query("ticket") ?? "";
    const request = isVisit(c) ? options.tickets.redeem(ticket, serverId, scheme) : undefined;
    if (!request) return createHtmlPageResponse(pages.ticketExpiredPage);
    const target = findTargetAccount(context, request);
    if (!target) return createHtmlPageResponse(pages.nothingToConnectPage);
    const { account, server, client } = target;
    const provider = formatAccountProvider(account);
    // Where other people use the service, the link may be theirs. Only the page's own link comes with the cookie.
    if (context.userZone !== undefined && !cookie.hasProof(ticket, ticket, c.req.header("Cookie"))) {
      const { token } = options.tickets.issue(request);
      // A member chooses the name.
      const user = findKeyHolder(context, { id: request.keyId })?.actor.user.email ?? request.userId;
      const url = `${createConnectUrl(context.baseUrl(), serverId, scheme)}?ticket=${encodeURIComponent(token)}`;
      const page = pages.createConsentPage({ server, provider, user }, url);
      return createHtmlPageResponse(page, { "Set-Cookie": cookie.write(token, token) });
    }
    const redirectUri = context.baseUrl() + callbackPath;
    if (client.id === "")
      return createHtmlPageResponse(
        pages.createMissingClientPage(server, provider, getClientVariables(account).id, redirectUri),
      );
    if (target.newSecretAddress !== undefined)
      return createHtmlPageResponse(pages.createNewSecretAddressPage(server, target.newSecretAddress));
    return respondOrExplain(context, c, listFailurePages(provider), async () => {
      const discovered = await discoverProvider(
        account,
        getOutermostZone(await target.zone(), context.userZone),
        options.closing,
      );
      const scopes = listAccountScopes(account, discovered);
      const { attempt, url } = await startCodeFlow({ provider: discovered, client, redirectUri, scopes });
      return createRedirect(url.href, {
        "Set-Cookie": attempts.start({ request, account, flow: attempt }, request.userId),
      });
    });
  });

  routes.get(callbackPath, async (c) => {
    const returned = new URL(c.req.url).searchParams;
    const attempt = isVisit(c) ? attempts.finish(returned.get("state") ?? "", c.req.header("Cookie")) : undefined;
    const target = attempt && findTargetAccount(context, attempt.request);
    if (!attempt || !target) return createHtmlPageResponse(pages.unknownAuthorizationPage);
    const provider = formatAccountProvider(attempt.account);
    if (returned.get("error") === "access_denied")
      return createHtmlPageResponse(pages.createAccessDeniedPage(target.server, provider));
    return respondOrExplain(context, c, listFailurePages(provider), async () => {
      // A code can be exchanged once. The account is connected even if the user closes the page before the response.
      const account = await connect(context, options, attempt, { returned, address: c.get("clientAddress") });
      if (account === undefined) return createHtmlPageResponse(pages.createAccessLostPage(target.server));
      return createHtmlPageResponse(pages.createConnectedPage(target.server, provider, account));
    });
  });

  return new Hono().route("/", routes);
}

const listFailurePages = (provider: string) => ({
  consequence: `No account at ${provider} was connected.`,
  createFailedPage: (reason: string) => pages.createConnectFailedPage(provider, reason),
  createInternalErrorPage: pages.createInternalErrorPage,
});

/** Returns the name of the account; `undefined` if the key lost its access meanwhile. */
async function connect(
  context: ServiceContext,
  options: ConnectRouteOptions,
  attempt: PendingConnection,
  { returned, address }: { readonly returned: URLSearchParams; readonly address: string },
) {
  const { request, account, flow } = attempt;
  const result = await finishCodeFlow(flow, returned, options.closing);
  if (explainDeniedServerAccess(context, request.keyId, request.serverId) !== undefined) return undefined;
  const { metadata, described, zone } = flow.provider;
  const tokens = toStoredTokens(result.tokenResponse, context.clock());
  const { revocation_endpoint: revocationEndpoint } = metadata;
  const connection: NewOauthConnection = {
    serverId: request.serverId,
    scheme: request.scheme,
    userId: request.userId,
    tokens,
    provider: described ? metadata.issuer : formatAccountProvider(account),
    account: result.account,
    scopes: result.scopes,
    client: {
      clientId: flow.client.id,
      secretVariable: getClientVariables(account).secret,
      secretAddresses: listSecretAddresses(account),
      issuer: metadata.issuer,
      tokenEndpoint: account.refreshUrl ?? metadata.token_endpoint ?? "",
      ...(revocationEndpoint !== undefined && { revocationEndpoint }),
      authentication: result.authentication,
      ...(zone !== undefined && { zone }),
      renewable: tokens.refreshToken !== undefined,
    },
  };
  context.db.transaction(() => recordConnection(context, request, address, options.store.save(connection)));
  options.accounts.invalidateToken(request.serverId, request.scheme);
  return result.account;
}

function recordConnection(
  context: ServiceContext,
  { keyId, serverId }: ConnectRequest,
  address: string,
  { id, account, provider }: OauthConnectionRow,
): void {
  if (!context.audit) return;
  const holder = findKeyHolder(context, { id: keyId });
  context.audit.record({
    organizationId: findServer(context.db, serverId)?.organizationId ?? null,
    actor: { kind: "apiKey", ...holder?.actor },
    action: "oauthConnection.connect",
    item: { kind: "oauthConnection", id, name: account ?? provider },
    address,
  });
}

const targetRow = serverRow.pick({
  name: true,
  accounts_json: true,
  environment_json: true,
  secret_addresses_json: true,
  source_summary_json: true,
});

/** The account of a request, as the server currently defines it. */
function findTargetAccount(context: ServiceContext, { serverId, scheme }: ConnectRequest) {
  const sql = `SELECT name, accounts_json, environment_json, secret_addresses_json, source_summary_json
    FROM servers WHERE id = ?`;
  const row = context.db.get(targetRow, sql, serverId);
  const account = row?.accounts_json.find((one) => one.scheme === scheme);
  if (!row || !account) return undefined;
  const variables = getClientVariables(account);
  const environment = readServerEnvironment(context, serverId);
  const secret = environment[variables.secret]?.trim();
  const url = row.source_summary_json?.url;
  return {
    account,
    server: row.name,
    newSecretAddress: findNewSecretAddress(account, row),
    client: { id: environment[variables.id]?.trim() ?? "", secret: secret === "" ? undefined : secret },
    /** The zone of the host that the API document came from, if it was fetched. */
    zone: async (): Promise<AddressZone | undefined> =>
      url === undefined ? undefined : resolveHostZone(URL.parse(url)?.hostname ?? ""),
  };
}
