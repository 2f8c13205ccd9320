import type * as z from "zod";
import { serviceMcpId } from "../../contract/mcp/serviceMcp.ts";
import { grantRoutes } from "../../contract/routes/grantRoutes.ts";
import type { ServiceCall, ServiceContext } from "../context.ts";
import type { CallerRoute } from "../http/operationRoute.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { GrantAnswer, GrantRequests } from "./grantRequests.ts";
import { grantRow, revokeGrant, toGrant } from "./grantStore.ts";

/** A call of one of the routes. */
interface GrantCall<N extends keyof typeof grantRoutes, Input = z.output<(typeof grantRoutes)[N]["query"]>>
  extends Pick<ServiceCall<"me.get">, "caller" | "signal" | "describe"> {
  readonly input: Input;
}

/** The routes for the access of agents. */
export function createGrantCallerRoutes(context: ServiceContext, requests: GrantRequests): readonly CallerRoute[] {
  const route = (name: keyof typeof grantRoutes, run: CallerRoute["run"]) => ({
    name,
    operation: grantRoutes[name],
    run,
  });
  // The schema of each route produced its input.
  return [
    route("grantRequests.wait", (call) => {
      const { caller, input, signal } = call as GrantCall<"grantRequests.wait">;
      return requests.waitForList(caller, input.revision, signal);
    }),
    route("grantRequest.answer", (call) =>
      answerRequest(requests, call as GrantCall<"grantRequest.answer", GrantAnswer>),
    ),
    route("grants.list", (call) => listGrants(context, call as GrantCall<"grants.list">)),
    route("grant.delete", (call) => deleteGrant(context, call as GrantCall<"grant.delete">)),
  ];
}

const selectGrants = `SELECT g.* FROM grants g JOIN users u ON u.id = g.user_id LEFT JOIN servers s ON s.id = g.server_id
  LEFT JOIN projects p ON p.id = s.project_id`;
const organizationOfGrant = "coalesce(p.organization_id, u.organization_id)";

/** A grant belongs to its user. Those of archived servers are listed, because they give access again when the server is restored. */
function listGrants({ db, clock }: Pick<ServiceContext, "db" | "clock">, call: GrantCall<"grants.list">) {
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
  { caller, input }: GrantCall<"grant.delete">,
): undefined {
  const sql = `${selectGrants} WHERE g.id = ? AND g.user_id = ? AND ${organizationOfGrant} = ? AND g.revoked_at IS NULL`;
  if (!context.db.get(grantRow, sql, input.id, caller.userId, caller.organizationId))
    throw new ServiceProblem("not_found", `There is no access "${input.id}" to revoke.`);
  revokeGrant(context, input.id);
}

/** The audit log names what the agent asked for. */
function answerRequest(
  requests: GrantRequests,
  { caller, input, describe }: GrantCall<"grantRequest.answer", GrantAnswer>,
): undefined {
  const { client, server } = requests.answer(caller, input);
  const item = { kind: "server", id: server.id, name: `${client.name}: ${server.name}` };
  describe({
    action: input.allow ? "grant.allow" : "grant.deny",
    organizationId: server.organizationId ?? caller.organizationId,
    item,
  });
}
