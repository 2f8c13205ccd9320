import * as z from "zod";
import { findServer } from "../audit/auditItems.ts";
import type { AuditActor, AuditRecord } from "../audit/auditRecord.ts";
import type { ServiceContext } from "../context.ts";
import type { GrantRow } from "./grantStore.ts";

const userRow = z.object({ id: z.string(), name: z.string(), email: z.string().nullable() });

/** What the audit log says of an act of a grant's agent. */
export function describeGrant(
  { db }: Pick<ServiceContext, "db">,
  grant: GrantRow,
): Pick<AuditRecord, "organizationId" | "actor" | "item"> {
  const server = findServer(db, grant.server_id);
  const user = db.get(userRow, "SELECT id, name, email FROM users WHERE id = ?", grant.user_id);
  return {
    organizationId: server?.organizationId ?? null,
    actor: { kind: "grant", ...(user && { user }) },
    item: { kind: "grant", id: grant.id, name: `${grant.client}: ${server?.item.name}` },
  };
}

/** Writes that a grant ended without a request of its user. It belongs into the transaction of the change. */
export function recordEndedGrant(context: ServiceContext, grant: GrantRow, actor?: AuditActor): void {
  context.audit?.record({ ...describeGrant(context, grant), ...(actor && { actor }), action: "grant.delete" });
}
