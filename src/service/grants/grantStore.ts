import * as z from "zod";
import { serviceMcpId, serviceMcpName } from "../../contract/mcp/serviceMcp.ts";
import { type Grant, grantKinds } from "../../contract/routes/grantRoutes.ts";
import { findServer } from "../audit/auditItems.ts";
import type { AuditActor, AuditRecord } from "../audit/auditRecord.ts";
import type { Caller, ServiceContext } from "../context.ts";

export const grantRow = z.object({
  id: z.string(),
  kind: z.enum(grantKinds),
  server_id: z
    .string()
    .nullable()
    .transform((id) => id ?? serviceMcpId),
  user_id: z.string(),
  client: z.string(),
  client_id: z.string().nullable(),
  client_uri: z.string().nullable(),
  renewals: z.number(),
  last_used_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
  created_at: z.string(),
});
export type GrantRow = z.output<typeof grantRow>;

type GrantContext = Pick<ServiceContext, "db" | "clock">;

export interface NewGrant {
  readonly kind: GrantRow["kind"];
  readonly serverId: string;
  readonly userId: string;
  /** The name of the agent. */
  readonly client: string;
  readonly clientId?: string;
  readonly clientUri?: string | undefined;
}

/** A login that is not used for so long ends. */
const idleDays = 90;
/** How long an agent may take for its first token, longer than its code is valid. */
const firstTokenMs = 2 * 60_000;
/** How long a revoked grant is stored, so that its agent learns why it is refused. */
const retentionDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

export function insertGrant(context: GrantContext & Pick<ServiceContext, "newId">, grant: NewGrant): string {
  const { db, clock } = context;
  const id = context.newId("grt_");
  const now = clock().getTime();
  const before = new Date(now - retentionDays * dayMs).toISOString();
  db.run("DELETE FROM grants WHERE revoked_at < ?1 OR expires_at < ?1", before);
  db.run(
    `INSERT INTO grants (id, kind, server_id, user_id, client, client_id, client_uri, expires_at, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[
      id,
      grant.kind,
      grant.serverId === serviceMcpId ? null : grant.serverId,
      grant.userId,
      grant.client,
      grant.clientId ?? null,
      grant.clientUri ?? null,
    ],
    grant.kind === "oauth" ? new Date(now + firstTokenMs).toISOString() : null,
    new Date(now).toISOString(),
  );
  return id;
}

export function findGrant({ db }: Pick<ServiceContext, "db">, id: string): GrantRow | undefined {
  return db.get(grantRow, "SELECT * FROM grants WHERE id = ?", id);
}

export function revokeGrant({ db, clock }: GrantContext, id: string): void {
  db.run("UPDATE grants SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL", clock().toISOString(), id);
}

/** Replaces the code or the refresh token. The new one is valid for an idle time. Returns whether no other request has replaced it before. */
export function renewGrant({ db, clock }: GrantContext, { id, renewals }: Pick<GrantRow, "id" | "renewals">): boolean {
  const sql = "UPDATE grants SET renewals = renewals + 1, expires_at = ? WHERE id = ? AND renewals = ?";
  return db.run(sql, getIdleEnd(clock().getTime()), id, renewals) > 0;
}

export function saveGrantUse({ db }: Pick<ServiceContext, "db">, id: string, at: Date): void {
  db.run("UPDATE grants SET last_used_at = ? WHERE id = ?", at.toISOString(), id);
}

const getIdleEnd = (now: number) => new Date(now + idleDays * dayMs).toISOString();

export function isGrantId(id: string): boolean {
  return id.startsWith("grt_");
}

const accessRow = grantRow
  .pick({ server_id: true, revoked_at: true, expires_at: true })
  .extend({ role: z.string().nullable() });

/** Returns why a grant gives no access to a server, as text for its agent, or `undefined` if it does. */
export function explainDeniedGrant(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  id: string,
  serverId: string,
): string | undefined {
  const sql = `SELECT g.server_id, g.revoked_at, g.expires_at, m.role FROM grants g
    JOIN users u ON u.id = g.user_id
    LEFT JOIN servers s ON s.id = g.server_id LEFT JOIN projects p ON p.id = s.project_id
    LEFT JOIN memberships m ON m.user_id = u.id AND m.organization_id = coalesce(p.organization_id, u.organization_id)
    WHERE g.id = ?`;
  const row = db.get(accessRow, sql, id);
  if (!row || row.server_id !== serverId || row.revoked_at !== null) return "The access was revoked. Log in again.";
  if (row.expires_at !== null && row.expires_at <= clock().toISOString())
    return "The login has ended because it was not used. Log in again.";
  return row.role === null ? "The user of this token is not a member of the server's organization." : undefined;
}

const callerRow = z.object({
  client: z.string(),
  expires_at: z.string().nullable(),
  user_id: z.string(),
  name: z.string(),
  organization_id: z.string(),
});

/** The user of a grant for the service itself, as the agent may act. */
export function findGrantCaller({ db }: Pick<ServiceContext, "db">, id: string): Caller | undefined {
  const sql = `SELECT g.client, g.expires_at, u.id AS user_id, u.name, u.organization_id
    FROM grants g JOIN users u ON u.id = g.user_id WHERE g.id = ? AND g.server_id IS NULL`;
  const row = db.get(callerRow, sql, id);
  return (
    row && {
      keyId: id,
      keyName: row.client,
      keyExpiresAt: row.expires_at,
      userId: row.user_id,
      userName: row.name,
      organizationId: row.organization_id,
      scopes: ["read", "write", "deploy"],
    }
  );
}

export function toGrant(row: GrantRow): Grant {
  return {
    id: row.id,
    serverId: row.server_id,
    client: row.client,
    clientUri: row.client_uri,
    kind: row.kind,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  };
}

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
