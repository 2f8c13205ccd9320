import { type Context, Hono } from "hono";
import * as z from "zod";
import { sourceSummarySchema } from "../../contract/servers.ts";
import type { ServiceContext } from "../context.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import type { AddressZone } from "../network/addressZone.ts";
import { resolveHostZone } from "../network/guardedRequest.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { readServerEnvironment } from "../storage/serverEnvironment.ts";
import { finishCodeFlow, startCodeFlow } from "./codeFlow.ts";
import type { ConnectedAccounts } from "./connectedAccounts.ts";
import * as words from "./connectPages.ts";
import type { ConnectRequest, ConnectTickets } from "./connectTickets.ts";
import { createHtmlPageResponse, privatePageHeaders } from "./htmlPage.ts";
import { formatAccountProvider, getClientVariables, oauthAccountSchema } from "./oauthAccount.ts";
import type { OauthConnectionStore } from "./oauthConnectionStore.ts";
import { discoverProvider } from "./oauthProvider.ts";
import { createPendingAuthorizations, type PendingAuthorization } from "./pendingAuthorizations.ts";
import { ProviderError } from "./providerError.ts";
import { toStoredTokens } from "./storedTokens.ts";

interface Parts {
  readonly tickets: ConnectTickets;
  readonly store: OauthConnectionStore;
  readonly accounts: Pick<ConnectedAccounts, "forget">;
  /** Aborted when the service ends. */
  readonly closing: AbortSignal;
}

const pagePath = "/connect/:serverId/:scheme";
const callbackPath = "/connect/callback";

/** The page where an account is connected to a server. */
export function createConnectUrl(baseUrl: string, serverId: string, scheme: string): string {
  return `${baseUrl}/connect/${serverId}/${encodeURIComponent(scheme)}`;
}

/** The service's own pages, for a person's browser: on the way to a provider, and back. */
export function createConnectRoutes(context: ServiceContext, parts: Parts): Hono {
  const attempts = createPendingAuthorizations(context);
  const routes = new Hono<HttpEnvironment>();

  routes.get(pagePath, async (c) => {
    const { origin, pathname, search } = new URL(c.req.url);
    const base = context.baseUrl();
    // The cookie and the address that the provider knows are of one host name only.
    if (origin !== base) return redirect(base + pathname + search);
    const { serverId, scheme } = c.req.param();
    const order = isVisit(c) ? parts.tickets.take(c.req.query("ticket") ?? "", serverId, scheme) : undefined;
    if (!order) return createHtmlPageResponse(words.ticketExpiredPage);
    const wanted = wantedAccount(context, order);
    if (!wanted) return createHtmlPageResponse(words.nothingToConnectPage);
    const { account, server, client } = wanted;
    const provider = formatAccountProvider(account);
    const redirectUri = base + callbackPath;
    if (client.id === "")
      return createHtmlPageResponse(
        words.createMissingClientPage(server, provider, getClientVariables(account).id, redirectUri),
      );
    return answered(context, c, provider, async () => {
      const found = await discoverProvider(account, await wanted.zone(), parts.closing);
      const { attempt, url } = await startCodeFlow(account, found, client, redirectUri);
      return redirect(url.href, { "Set-Cookie": attempts.begin({ order, account, flow: attempt }) });
    });
  });

  routes.get(callbackPath, async (c) => {
    const returned = new URL(c.req.url).searchParams;
    const attempt = isVisit(c) ? attempts.end(returned.get("state") ?? "", c.req.header("Cookie")) : undefined;
    const wanted = attempt && wantedAccount(context, attempt.order);
    if (!attempt || !wanted) return createHtmlPageResponse(words.unknownAuthorizationPage);
    const provider = formatAccountProvider(attempt.account);
    if (returned.get("error") === "access_denied")
      return createHtmlPageResponse(words.createAccessDeniedPage(wanted.server, provider));
    return answered(context, c, provider, async () => {
      // A code is traded once: whoever closes the page now has connected the account all the same.
      const account = await connect(context, parts, attempt, returned);
      return createHtmlPageResponse(words.createConnectedPage(wanted.server, provider, account));
    });
  });

  return new Hono().route("/", routes);
}

/** Not what a browser or a messenger does to see whether there is something. */
const isVisit = (c: Context) => c.req.raw.method === "GET";

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 302, headers: { Location: location, ...privatePageHeaders, ...headers } });
}

async function answered(
  context: ServiceContext,
  c: Context<HttpEnvironment>,
  provider: string,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError) {
      context.log("warning", `No account at ${provider} was connected. ${error.message}`);
      return createHtmlPageResponse(words.createConnectFailedPage(provider, error.message));
    }
    const id = c.get("requestId");
    context.log("error", `${id} connecting an account at ${provider}: ${error instanceof Error ? error.stack : error}`);
    return createHtmlPageResponse(words.createInternalErrorPage(id));
  }
}

async function connect(
  context: ServiceContext,
  parts: Parts,
  attempt: PendingAuthorization,
  returned: URLSearchParams,
) {
  const { order, account, flow } = attempt;
  const granted = await finishCodeFlow(flow, returned, parts.closing);
  const { metadata, described, zone } = flow.provider;
  const tokens = toStoredTokens(granted.answer, context.clock());
  const { revocation_endpoint: revocationEndpoint } = metadata;
  parts.store.save({
    ...{ serverId: order.serverId, scheme: order.scheme, userId: order.userId, tokens },
    provider: described ? metadata.issuer : formatAccountProvider(account),
    account: granted.account,
    scopes: granted.scopes,
    client: {
      clientId: flow.client.id,
      secretVariable: getClientVariables(account).secret,
      issuer: metadata.issuer,
      tokenEndpoint: account.refreshUrl ?? metadata.token_endpoint ?? "",
      ...(revocationEndpoint !== undefined && { revocationEndpoint }),
      authentication: granted.authentication,
      ...(zone !== undefined && { zone }),
      renewable: tokens.refreshToken !== undefined,
    },
  });
  parts.accounts.forget(order.serverId, order.scheme);
  return granted.account;
}

const wantedRow = z.object({
  name: z.string(),
  accounts_json: jsonColumn(z.array(oauthAccountSchema)),
  source_summary_json: jsonColumn(sourceSummarySchema).nullable(),
});

/** What an order is about, as the server is now. */
function wantedAccount(context: ServiceContext, { serverId, scheme }: ConnectRequest) {
  const sql = "SELECT name, accounts_json, source_summary_json FROM servers WHERE id = ?";
  const row = context.db.get(wantedRow, sql, serverId);
  const account = row?.accounts_json.find((one) => one.scheme === scheme);
  if (!row || !account) return undefined;
  const variables = getClientVariables(account);
  const environment = readServerEnvironment(context, serverId);
  const secret = environment[variables.secret]?.trim();
  const url = row.source_summary_json?.url;
  return {
    account,
    server: row.name,
    client: { id: environment[variables.id]?.trim() ?? "", secret: secret === "" ? undefined : secret },
    /** Where the document that names the provider came from, if it was fetched. */
    zone: async (): Promise<AddressZone | undefined> =>
      url === undefined ? undefined : resolveHostZone(URL.parse(url)?.hostname ?? ""),
  };
}
