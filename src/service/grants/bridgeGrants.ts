import * as z from "zod";
import { serviceMcpId, serviceMcpName } from "../../contract/mcp/serviceMcp.ts";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { isServerArchived } from "../archive/archivedState.ts";
import { findServer } from "../audit/auditItems.ts";
import { requireOwner } from "../auth/owner.ts";
import type { ServiceContext } from "../context.ts";
import type { RuntimeTokens } from "../deployments/gateway/runtimeTokens.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { explainDeniedGrant, findGrant, insertGrant } from "./grantStore.ts";

const newGrantSchema = z.strictObject({
  serverId: z.string().min(1).max(200),
  client: z.string().trim().min(1).max(200),
  userAgent: z.string().max(500).optional(),
});
const tokenRequestSchema = z.strictObject({ grantId: z.string().min(1).max(200) });

/** Grants of this machine's bridge, which needs no login: the control API authenticates its user. */
export interface BridgeGrants {
  create(body: unknown): { readonly id: string };
  issueToken(
    body: unknown,
  ): Promise<{ readonly accessToken: string; readonly expiresAt: string; readonly url: string }>;
}

export function createBridgeGrants(
  context: ServiceContext,
  tokens: Pick<RuntimeTokens, "issue">,
  isDeployed: (serverId: string) => boolean,
): BridgeGrants {
  return {
    create: (body) => {
      const { data } = newGrantSchema.safeParse(body);
      if (!data) throw new ServiceProblem("invalid_request", "Give `serverId`, and the agent's name as `client`.");
      const { serverId } = data;
      const server = findServer(context.db, serverId);
      if (!server && serverId !== serviceMcpId)
        throw new ServiceProblem("not_found", `There is no server "${serverId}".`);
      const { id: userId } = requireOwner(context);
      const client = cleanLine(data.client, 100);
      return context.db.transaction(() => {
        const id = insertGrant(context, { kind: "bridge", serverId, userId, client });
        const organizationId = server?.organizationId ?? null;
        const item = { kind: "grant", id, name: `${client}: ${server?.item.name ?? serviceMcpName}` };
        context.audit?.record({ organizationId, actor: { kind: "service" }, action: "grant.create", item });
        return { id };
      });
    },
    issueToken: async (body) => {
      const { data } = tokenRequestSchema.safeParse(body);
      if (!data) throw new ServiceProblem("invalid_request", "Name the id of the grant as `grantId`.");
      const grant = findGrant(context, data.grantId);
      if (grant?.kind !== "bridge") throw new ServiceProblem("not_found", `There is no access "${data.grantId}".`);
      const denied = explainDeniedGrant(context, grant.id, grant.server_id);
      if (denied !== undefined) throw new ServiceProblem("forbidden", denied);
      const isUp = grant.server_id === serviceMcpId || isDeployed(grant.server_id);
      if (isServerArchived(context, grant.server_id) || !isUp)
        throw new ServiceProblem("conflict", "The server is not deployed. Deploy it to call it.");
      const token = await tokens.issue({ keyId: grant.id, userId: grant.user_id }, grant.server_id);
      return { accessToken: token.accessToken, expiresAt: token.expiresAt.toISOString(), url: token.resource };
    },
  };
}
