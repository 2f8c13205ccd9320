import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import {
  connectionStatusSql,
  type OauthConnectionRow,
  oauthConnectionRow,
  selectOauthConnections,
  toOauthConnection,
} from "../storage/rows/oauthConnectionRow.ts";

/** `prepareRevocation` reads the tokens of a connection before it is deleted; its result revokes them at the provider. */
export function oauthConnectionHandlers(
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
  const row = context.db.get(oauthConnectionRow, sql, id, organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no OAuth connection "${id}".`);
  return row;
}
