import { type Context, Hono } from "hono";
import * as z from "zod";
import { sourceSummarySchema } from "../../contract/servers.ts";
import type { ServiceContext } from "../context.ts";
import type { HttpEnvironment } from "../http/httpEnvironment.ts";
import type { Zone } from "../network/addressZone.ts";
import { zoneOfHost } from "../network/guardedRequest.ts";
import { json } from "../storage/rows/jsonColumn.ts";
import { readEnvironment } from "../storage/serverEnvironment.ts";
import { beginFlow, finishFlow } from "./codeFlow.ts";
import type { Accounts } from "./connectedAccounts.ts";
import * as words from "./connectPages.ts";
import type { ConnectOrder, Tickets } from "./connectTickets.ts";
import { guarded, pageResponse } from "./htmlPage.ts";
import { accountSchema, clientVariables, providerOf } from "./oauthAccount.ts";
import type { ConnectionStore } from "./oauthConnectionStore.ts";
import { findProvider } from "./oauthProvider.ts";
import { createAttempts, type OpenAttempt } from "./pendingAuthorizations.ts";
import { ProviderError } from "./providerError.ts";
import { keptTokens } from "./storedTokens.ts";

interface Parts {
  readonly tickets: Tickets;
  readonly store: ConnectionStore;
  readonly accounts: Pick<Accounts, "forget">;
  /** Aborted when the service ends. */
  readonly closing: AbortSignal;
}

const pagePath = "/connect/:serverId/:scheme";
const callbackPath = "/connect/callback";

/** The page where an account is connected to a server. */
export function connectUrl(baseUrl: string, serverId: string, scheme: string): string {
  return `${baseUrl}/connect/${serverId}/${encodeURIComponent(scheme)}`;
}

/** The service's own pages, for a person's browser: on the way to a provider, and back. */
export function connectRoutes(context: ServiceContext, parts: Parts): Hono {
  const attempts = createAttempts(context);
  const routes = new Hono<HttpEnvironment>();

  routes.get(pagePath, async (c) => {
    const { origin, pathname, search } = new URL(c.req.url);
    const base = context.baseUrl();
    // The cookie and the address that the provider knows are of one host name only.
    if (origin !== base) return redirect(base + pathname + search);
    const { serverId, scheme } = c.req.param();
    const order = isVisit(c) ? parts.tickets.take(c.req.query("ticket") ?? "", serverId, scheme) : undefined;
    if (!order) return pageResponse(words.ticketExpired);
    const wanted = wantedAccount(context, order);
    if (!wanted) return pageResponse(words.nothingToConnect);
    const { account, server, client } = wanted;
    const provider = providerOf(account);
    const redirectUri = base + callbackPath;
    if (client.id === "")
      return pageResponse(words.clientMissing(server, provider, clientVariables(account).id, redirectUri));
    return answered(context, c, provider, async () => {
      const found = await findProvider(account, await wanted.zone(), parts.closing);
      const { attempt, url } = await beginFlow(account, found, client, redirectUri);
      return redirect(url.href, { "Set-Cookie": attempts.begin({ order, account, flow: attempt }) });
    });
  });

  routes.get(callbackPath, async (c) => {
    const returned = new URL(c.req.url).searchParams;
    const attempt = isVisit(c) ? attempts.end(returned.get("state") ?? "", c.req.header("Cookie")) : undefined;
    const wanted = attempt && wantedAccount(context, attempt.order);
    if (!attempt || !wanted) return pageResponse(words.attemptUnknown);
    const provider = providerOf(attempt.account);
    if (returned.get("error") === "access_denied") return pageResponse(words.denied(wanted.server, provider));
    return answered(context, c, provider, async () => {
      // A code is traded once: whoever closes the page now has connected the account all the same.
      const account = await connect(context, parts, attempt, returned);
      return pageResponse(words.connected(wanted.server, provider, account));
    });
  });

  return new Hono().route("/", routes);
}

/** Not what a browser or a messenger does to see whether there is something. */
const isVisit = (c: Context) => c.req.raw.method === "GET";

function redirect(location: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 302, headers: { Location: location, ...guarded, ...headers } });
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
      return pageResponse(words.failed(provider, error.message));
    }
    const id = c.get("requestId");
    context.log("error", `${id} connecting an account at ${provider}: ${error instanceof Error ? error.stack : error}`);
    return pageResponse(words.broken(id));
  }
}

async function connect(context: ServiceContext, parts: Parts, attempt: OpenAttempt, returned: URLSearchParams) {
  const { order, account, flow } = attempt;
  const granted = await finishFlow(flow, returned, parts.closing);
  const { metadata, described, zone } = flow.provider;
  const tokens = keptTokens(granted.answer, context.clock());
  const { revocation_endpoint: revocationEndpoint } = metadata;
  parts.store.save({
    ...{ serverId: order.serverId, scheme: order.scheme, userId: order.userId, tokens },
    provider: described ? metadata.issuer : providerOf(account),
    account: granted.account,
    scopes: granted.scopes,
    client: {
      clientId: flow.client.id,
      secretVariable: clientVariables(account).secret,
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
  accounts_json: json(z.array(accountSchema)),
  source_summary_json: json(sourceSummarySchema).nullable(),
});

/** What an order is about, as the server is now. */
function wantedAccount(context: ServiceContext, { serverId, scheme }: ConnectOrder) {
  const sql = "SELECT name, accounts_json, source_summary_json FROM servers WHERE id = ?";
  const row = context.db.get(wantedRow, sql, serverId);
  const account = row?.accounts_json.find((one) => one.scheme === scheme);
  if (!row || !account) return undefined;
  const variables = clientVariables(account);
  const environment = readEnvironment(context, serverId);
  const secret = environment[variables.secret]?.trim();
  const url = row.source_summary_json?.url;
  return {
    account,
    server: row.name,
    client: { id: environment[variables.id]?.trim() ?? "", secret: secret === "" ? undefined : secret },
    /** Where the document that names the provider came from, if it was fetched. */
    zone: async (): Promise<Zone | undefined> =>
      url === undefined ? undefined : zoneOfHost(URL.parse(url)?.hostname ?? ""),
  };
}
