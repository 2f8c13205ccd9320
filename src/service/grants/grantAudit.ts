import * as z from "zod";
import { serviceMcpName } from "../../contract/mcp/serviceMcp.ts";
import { findServer } from "../audit/auditItems.ts";
import type { AuditActor, AuditRecord } from "../audit/auditRecord.ts";
import type { ServiceContext } from "../context.ts";
import type { GrantRow } from "./grantStore.ts";

const userRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  organization_id: z.string(),
});

/** What the audit log says of an act of a grant's agent. */
export function describeGrant(
  { db }: Pick<ServiceContext, "db">,
  grant: GrantRow,
): Pick<AuditRecord, "organizationId" | "actor" | "item"> {
  const server = findServer(db, grant.server_id);
  const user = db.get(userRow, "SELECT id, name, email, organization_id FROM users WHERE id = ?", grant.user_id);
  return {
    organizationId: server?.organizationId ?? user?.organization_id ?? null,
    actor: { kind: "grant", ...(user && { user: { id: user.id, name: user.name, email: user.email } }) },
    item: { kind: "grant", id: grant.id, name: `${grant.client}: ${server?.item.name ?? serviceMcpName}` },
  };
}

/** Writes that a grant ended without a request of its user. It belongs into the transaction of the change. */
export function recordEndedGrant(context: ServiceContext, grant: GrantRow, actor?: AuditActor): void {
  context.audit?.record({ ...describeGrant(context, grant), ...(actor && { actor }), action: "grant.delete" });
}
