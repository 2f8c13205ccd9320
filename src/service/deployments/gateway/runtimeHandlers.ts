import { isServerArchived } from "../../archive/archivedState.ts";
import { authenticateApiKey, explainDeniedServerAccess } from "../../auth/apiKeys.ts";
import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../../context.ts";
import type { GrantService } from "../../grants/grantService.ts";
import { createOauthError } from "../../grants/grantTokens.ts";
import { requireOpenServerRow } from "../../handlers/serverHandlers.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { createConnectUrl } from "../../oauth/connectRoutes.ts";
import type { ConnectTickets } from "../../oauth/connectTickets.ts";
import type { RuntimeTokens } from "./runtimeTokens.ts";
import { findServerId } from "./serverAddress.ts";

export function runtimeHandlers(
  context: ServiceContext,
  tokens: RuntimeTokens,
  tickets: ConnectTickets,
  grants: GrantService["tokens"],
): OperationHandlers<"runtime.token" | "runtime.oauthToken"> {
  return {
    "runtime.token": async ({ input, caller }) => {
      requireOpenServerRow(context, caller.organizationId, input.serverId);
      if (input.account !== undefined)
        return issueConnectTicket(context, tickets, caller, { ...input, scheme: input.account });
      const { expiresAt, ...token } = await tokens.issue(caller, input.serverId, input.ttlSeconds);
      return { ...token, tokenType: "Bearer", expiresAt: expiresAt.toISOString() };
    },
    "runtime.oauthToken": async (call) => {
      switch (call.input.grant_type) {
        case "client_credentials":
          return issueKeyToken(context, tokens, call);
        case "authorization_code":
          return grants.exchangeCode(call);
        case "refresh_token":
          return grants.refresh(call);
        default:
          return createOauthError(
            400,
            "unsupported_grant_type",
            "Use authorization_code, refresh_token or client_credentials.",
          );
      }
    },
  };
}

interface TicketRequest {
  readonly serverId: string;
  readonly scheme: string;
  readonly ttlSeconds?: number | undefined;
}

/** Issues a ticket for the page that connects an account. */
function issueConnectTicket(context: ServiceContext, tickets: ConnectTickets, caller: Caller, request: TicketRequest) {
  const { serverId, scheme, ttlSeconds } = request;
  const { accounts_json: accounts, name } = requireOpenServerRow(context, caller.organizationId, serverId);
  if (!accounts.some((account) => account.scheme === scheme))
    throw new ServiceProblem("not_found", `"${name}" does not use an account "${scheme}".`);
  const { userId, keyId } = caller;
  const { token, expiresAt } = tickets.issue({ serverId, scheme, userId, keyId }, ttlSeconds);
  const expiresIn = Math.round((expiresAt.getTime() - context.clock().getTime()) / 1000);
  const resource = createConnectUrl(context.baseUrl(), serverId, scheme);
  const tokenType = "Bearer" as const;
  return { accessToken: token, tokenType, expiresIn, expiresAt: expiresAt.toISOString(), resource };
}

/** RFC 6749 section 4.4 with RFC 8707: the client is an API key, and the resource is one server's URL. */
async function issueKeyToken(
  context: ServiceContext,
  tokens: RuntimeTokens,
  { input, request, identify }: ServiceCall<"runtime.oauthToken">,
) {
  const basicCredentials = readBasicCredentials(request.headers.get("Authorization"));
  if (basicCredentials && input.client_secret !== undefined)
    return createOauthError(400, "invalid_request", "Send the client's credentials once: with Basic or in the body.");
  const { id, secret } = basicCredentials ?? { id: input.client_id, secret: input.client_secret };
  const caller = secret === undefined ? undefined : authenticateApiKey(context, secret);
  if (!caller || caller.keyId !== id)
    return createOauthError(401, "invalid_client", "The client's id must be an API key's id, and its secret the key.");
  if (!caller.scopes.includes("runtime"))
    return createOauthError(400, "unauthorized_client", "This API key does not have the scope runtime.");
  const unsupported = input.scope?.split(" ").filter((scope) => scope !== "" && scope !== "runtime") ?? [];
  if (unsupported.length > 0)
    return createOauthError(400, "invalid_scope", `Unsupported scopes: ${unsupported.join(" ")}.`);
  const serverId = input.resource === undefined ? undefined : findServerId(context, input.resource);
  if (serverId === undefined || explainDeniedServerAccess(context, caller.keyId, serverId) !== undefined)
    return createOauthError(
      400,
      "invalid_target",
      "`resource` must be the URL of a server's MCP endpoint at this service.",
    );
  if (isServerArchived(context, serverId))
    return createOauthError(400, "invalid_target", "The server is archived. Restore it to call it.");
  identify(caller, serverId);
  const token = await tokens.issue(caller, serverId);
  const body = { access_token: token.accessToken, token_type: "Bearer", expires_in: token.expiresIn, scope: "runtime" };
  return Response.json(body, { headers: { "Cache-Control": "no-store" } });
}

/** RFC 6749 section 2.3.1: both parts are form-encoded and then joined. */
function readBasicCredentials(header: string | null): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { id: decodeFormValue(id), secret: decodeFormValue(secret.join(":")) };
}

function decodeFormValue(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v") ?? "";
}
