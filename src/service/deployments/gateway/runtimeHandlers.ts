import { authenticateApiKey, explainDeniedServerAccess } from "../../auth/apiKeys.ts";
import { checkScope } from "../../auth/authenticateRequest.ts";
import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../../context.ts";
import { requireServerRow } from "../../handlers/serverHandlers.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import { createConnectUrl } from "../../oauth/connectRoutes.ts";
import type { ConnectTickets } from "../../oauth/connectTickets.ts";
import { idRow } from "../../storage/rows/storedRow.ts";
import { getGatewayServerUrl, type RuntimeTokens } from "./runtimeTokens.ts";

export function runtimeHandlers(
  context: ServiceContext,
  tokens: RuntimeTokens,
  tickets: ConnectTickets,
): OperationHandlers<"runtime.token" | "runtime.oauthToken"> {
  return {
    "runtime.token": async ({ input, caller }) => {
      if (!isOf(context, caller.organizationId, input.serverId))
        throw new ServiceProblem("not_found", `There is no server "${input.serverId}".`);
      if (input.account !== undefined) return ticketFor(context, tickets, caller, { ...input, scheme: input.account });
      const { expiresAt, ...token } = await tokens.issue(caller, input.serverId, input.ttlSeconds);
      return { ...token, tokenType: "Bearer", expiresAt: expiresAt.toISOString() };
    },
    "runtime.oauthToken": (call) => oauthToken(context, tokens, call),
  };
}

interface Wanted {
  readonly serverId: string;
  readonly scheme: string;
  readonly ttlSeconds?: number | undefined;
}

/** For the page where an account is connected, which changes what the server may do. */
function ticketFor(context: ServiceContext, tickets: ConnectTickets, caller: Caller, wanted: Wanted) {
  checkScope(caller, "write");
  const { serverId, scheme, ttlSeconds } = wanted;
  const { accounts_json: accounts, name } = requireServerRow(context, caller.organizationId, serverId);
  if (!accounts.some((account) => account.scheme === scheme))
    throw new ServiceProblem("not_found", `"${name}" wants no account "${scheme}".`);
  const { userId, keyId } = caller;
  const { token, expiresAt } = tickets.issue({ serverId, scheme, userId, keyId }, ttlSeconds);
  const expiresIn = Math.round((expiresAt.getTime() - context.clock().getTime()) / 1000);
  const resource = createConnectUrl(context.baseUrl(), serverId, scheme);
  const tokenType = "Bearer" as const;
  return { accessToken: token, tokenType, expiresIn, expiresAt: expiresAt.toISOString(), resource };
}

/** RFC 6749 section 4.4 with RFC 8707: the client is an API key, the resource one server's URL. */
async function oauthToken(
  context: ServiceContext,
  tokens: RuntimeTokens,
  { input, request }: ServiceCall<"runtime.oauthToken">,
) {
  if (input.grant_type !== "client_credentials")
    return refuse(400, "unsupported_grant_type", "Only client_credentials is known here.");
  const basic = basicCredentials(request.headers.get("Authorization"));
  if (basic && input.client_secret !== undefined)
    return refuse(400, "invalid_request", "Give the client's credentials once: by Basic or in the body.");
  const { id, secret } = basic ?? { id: input.client_id, secret: input.client_secret };
  const caller = secret === undefined ? undefined : authenticateApiKey(context, secret);
  if (!caller || caller.keyId !== id)
    return refuse(401, "invalid_client", "The client's id is an API key's id, its secret the key.");
  if (!caller.scopes.includes("runtime"))
    return refuse(400, "unauthorized_client", "This API key does not have the scope runtime.");
  const asked = input.scope?.split(" ").filter((scope) => scope !== "" && scope !== "runtime") ?? [];
  if (asked.length > 0) return refuse(400, "invalid_scope", `Not given here: ${asked.join(" ")}.`);
  const serverId = input.resource === undefined ? undefined : serverOf(context, input.resource);
  if (serverId === undefined || explainDeniedServerAccess(context, caller.keyId, serverId) !== undefined)
    return refuse(400, "invalid_target", "`resource` must be the URL of a server's MCP endpoint here.");
  const token = await tokens.issue(caller, serverId);
  const body = { access_token: token.accessToken, token_type: "Bearer", expires_in: token.expiresIn, scope: "runtime" };
  return Response.json(body, { headers: { "Cache-Control": "no-store" } });
}

function refuse(status: 400 | 401, error: string, description: string): Response {
  const challenge = status === 401 ? { "WWW-Authenticate": 'Basic realm="fairlead", charset="UTF-8"' } : {};
  const body = { error, error_description: description };
  return Response.json(body, { status, headers: { "Cache-Control": "no-store", ...challenge } });
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
function basicCredentials(header: string | null): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=_-]+)$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const [id = "", ...secret] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { id: formDecoded(id), secret: formDecoded(secret.join(":")) };
}

function formDecoded(text: string): string {
  return new URLSearchParams(`v=${text.replaceAll("&", "%26")}`).get("v") ?? "";
}

function serverOf(context: ServiceContext, resource: string): string | undefined {
  const prefix = getGatewayServerUrl(context.baseUrl(), "");
  return resource.startsWith(prefix) ? resource.slice(prefix.length).replace(/\/$/, "") : undefined;
}

function isOf(context: ServiceContext, organizationId: string, serverId: string): boolean {
  const found = context.db.get(
    idRow,
    "SELECT s.id FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ? AND p.organization_id = ?",
    serverId,
    organizationId,
  );
  return found !== undefined;
}
