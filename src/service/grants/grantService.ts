import { serviceMcpId } from "../../contract/mcp/serviceMcp.ts";
import type { grantRoutes } from "../../contract/routes/grantRoutes.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import type { RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { createAuthorizationCodes } from "./authorizationCodes.ts";
import { createAuthorizeRoutes } from "./authorizeRoutes.ts";
import { createBridgeGrants } from "./bridgeGrants.ts";
import { createClientRoutes } from "./clientRoutes.ts";
import { createGrantRequests, type GrantRequests } from "./grantRequests.ts";
import { grantRow, revokeGrant, toGrant } from "./grantStore.ts";
import { createRefreshTokens, exchangeCode, refreshGrant } from "./grantTokens.ts";
import { createMetadataRoutes } from "./metadataRoutes.ts";

type TokenCall = Pick<ServiceCall<"runtime.oauthToken">, "input" | "describe">;

export type GrantService = ReturnType<typeof createGrantService>;

/** The authorization server: the access that users give to agents. */
export function createGrantService(
  context: ServiceContext,
  tokens: RuntimeTokens,
  isDeployed: (serverId: string) => boolean,
) {
  const closing = new AbortController();
  const codes = createAuthorizationCodes(context);
  const refreshTokens = createRefreshTokens(context);
  const requests = createGrantRequests(context, closing.signal);
  const tokenParts = { context, tokens, codes, refreshTokens };
  return {
    handlers: grantHandlers(context, requests),
    bridge: createBridgeGrants(context, tokens, isDeployed),
    /** The grants of the token endpoint. */
    tokens: {
      exchangeCode: (call: TokenCall) => exchangeCode(tokenParts, call),
      refresh: (call: TokenCall) => refreshGrant(tokenParts, call),
    },
    routes: [
      createMetadataRoutes(context, tokens),
      createAuthorizeRoutes(context, { requests, codes, closing: closing.signal }),
      createClientRoutes(context, { tokens, refreshTokens }),
    ],
    /** Ends requests that wait. */
    close: () => closing.abort(),
  };
}

type GrantRouteName = keyof typeof grantRoutes;

/** The routes for the access of agents. */
function grantHandlers(context: ServiceContext, requests: GrantRequests): OperationHandlers<GrantRouteName> {
  return {
    "grantRequests.wait": ({ caller, input, signal }) => requests.waitForList(caller, input.revision, signal),
    "grantRequest.answer": (call) => answerRequest(requests, call),
    "grants.list": (call) => listGrants(context, call),
    "grant.delete": (call) => deleteGrant(context, call),
  };
}

const selectGrants = `SELECT g.* FROM grants g JOIN users u ON u.id = g.user_id LEFT JOIN servers s ON s.id = g.server_id
  LEFT JOIN projects p ON p.id = s.project_id`;
const organizationOfGrant = "coalesce(p.organization_id, u.organization_id)";

/** A grant belongs to its user. Those of archived servers are listed, because they give access again when the server is restored. */
function listGrants({ db, clock }: Pick<ServiceContext, "db" | "clock">, call: ServiceCall<"grants.list">) {
  const { caller, input } = call;
  return readItemPage(input, {
    id: "g.id",
    conditions: [
      ["g.revoked_at IS NULL AND g.user_id = ?", caller.userId],
      [`${organizationOfGrant} = ?`, caller.organizationId],
      ["coalesce(g.expires_at, '9') > ?", clock().toISOString()],
      [`coalesce(g.server_id, '${serviceMcpId}') = ?`, input.serverId],
    ],
    read: (clause, ...values) => db.all(grantRow, `${selectGrants} ${clause}`, ...values),
    toItem: toGrant,
  });
}

function deleteGrant(
  context: Pick<ServiceContext, "db" | "clock">,
  { caller, input }: ServiceCall<"grant.delete">,
): undefined {
  const sql = `${selectGrants} WHERE g.id = ? AND g.user_id = ? AND ${organizationOfGrant} = ? AND g.revoked_at IS NULL`;
  if (!context.db.get(grantRow, sql, input.id, caller.userId, caller.organizationId))
    throw new ServiceProblem("not_found", `There is no access "${input.id}" to revoke.`);
  revokeGrant(context, input.id);
}

/** The audit log names what the agent asked for. */
function answerRequest(
  requests: GrantRequests,
  { caller, input, describe }: ServiceCall<"grantRequest.answer">,
): undefined {
  const { client, server } = requests.answer(caller, input);
  const item = { kind: "server", id: server.id, name: `${client.name}: ${server.name}` };
  describe({
    action: input.allow ? "grant.allow" : "grant.deny",
    organizationId: server.organizationId ?? caller.organizationId,
    item,
  });
}
