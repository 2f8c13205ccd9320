import { hash, randomBytes } from "node:crypto";
import * as z from "zod";
import { type ApiKeyScope, apiKeyScopeSchema, apiKeyScopes } from "../../contract/operation.ts";
import type { Caller, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { describeStorageFailure } from "../storage/storageFailure.ts";
import { insertItem } from "../storage/writeItems.ts";

const keyPattern = /^flk_[A-Za-z0-9_-]{43}$/;
const prefixLength = 12;
/** Rounds `lastUsedAt` to a minute, so that most reads do not write. */
const lastUsedStepMs = 60_000;

const callerRow = z.object({
  id: z.string(),
  name: z.string(),
  scopes_json: jsonColumn(z.array(apiKeyScopeSchema)),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  user_id: z.string(),
  user_name: z.string(),
  organization_id: z.string(),
  role: z.string().nullable(),
});

const expiryRow = callerRow.pick({ expires_at: true });

interface NewApiKey {
  readonly userId: string;
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  readonly expiresAt: string | null;
}

/** Creates a key and stores its hash. Only the return value contains the key itself. */
export function issueApiKey(context: ServiceContext, newKey: NewApiKey): { id: string; key: string } {
  const key = `flk_${randomBytes(32).toString("base64url")}`;
  const id = context.newId("key_");
  insertItem(context, "api_keys", {
    id,
    user_id: newKey.userId,
    name: newKey.name,
    prefix: key.slice(0, prefixLength),
    hash: hashKey(key),
    scopes_json: JSON.stringify(newKey.scopes),
    expires_at: newKey.expiresAt,
  });
  return { id, key };
}

/** Issues a key with every scope without a request of its user: at the start, or for the editor of this machine. */
export function issueFullKey(context: ServiceContext, userId: string, name: string): string {
  return context.db.transaction(() => {
    const { id, key } = issueApiKey(context, { userId, name, scopes: apiKeyScopes, expiresAt: null });
    const holder = context.audit && findKeyHolder(context, { id });
    if (holder) {
      const item = { kind: "apiKey", id, name: `${name} (${holder.actor.user.name})` };
      const { organizationId } = holder;
      context.audit?.record({ organizationId, actor: { kind: "service" }, action: "apiKeys.create", item });
    }
    return key;
  });
}

/**
 * Returns the caller of a valid key, otherwise `undefined`. The search is by hash, so its duration reveals nothing about a key.
 * The caller's organization is `organizationId`, or the user's own one by default.
 */
export function authenticateApiKey(context: ServiceContext, key: string, organizationId?: string): Caller | undefined {
  if (!keyPattern.test(key)) return undefined;
  const row = context.db.get(
    callerRow,
    `SELECT k.id, k.name, k.scopes_json, k.expires_at, k.last_used_at, k.user_id, u.name AS user_name,
       coalesce(?1, u.organization_id) AS organization_id, m.role
     FROM api_keys k JOIN users u ON u.id = k.user_id
     LEFT JOIN memberships m ON m.user_id = u.id AND m.organization_id = coalesce(?1, u.organization_id)
     WHERE k.hash = ?2`,
    organizationId ?? null,
    hashKey(key),
  );
  const now = context.clock();
  if (!row || isExpired(row.expires_at, now)) return undefined;
  if (row.last_used_at === null || now.getTime() - Date.parse(row.last_used_at) >= lastUsedStepMs)
    saveLastUse(context, row.id, now);
  if (row.role === null) throw createNotMemberProblem(row.organization_id);
  return {
    keyId: row.id,
    keyName: row.name,
    keyExpiresAt: row.expires_at,
    userId: row.user_id,
    userName: row.user_name,
    organizationId: row.organization_id,
    scopes: row.scopes_json,
  };
}

/** Deletes a key and what the service remembers of its requests. */
export function deleteApiKey({ db }: Pick<ServiceContext, "db">, keyId: string): void {
  db.run("DELETE FROM api_keys WHERE id = ?", keyId);
  db.run("DELETE FROM idempotency WHERE key_id = ?", keyId);
}

const holderRow = z.object({
  id: z.string(),
  name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  email: z.string().nullable(),
  organization_id: z.string(),
});

/** Whose key it is, also if it has expired, and the user's own organization. */
export function findKeyHolder(
  { db }: Pick<ServiceContext, "db">,
  key: { readonly id: string } | { readonly key: string },
) {
  const [column, value] = "id" in key ? (["id", key.id] as const) : (["hash", hashKey(key.key)] as const);
  const sql = `SELECT k.id, k.name, u.id AS user_id, u.name AS user_name, u.email, u.organization_id
    FROM api_keys k JOIN users u ON u.id = k.user_id WHERE k.${column} = ?`;
  const row = db.get(holderRow, sql, value);
  if (!row) return undefined;
  const user = { id: row.user_id, name: row.user_name, email: row.email };
  return { organizationId: row.organization_id, actor: { user, key: { id: row.id, name: row.name } } };
}

/** The message is the same for an unknown organization, so that it does not reveal which organizations exist. */
export function createNotMemberProblem(organizationId: string): ServiceProblem {
  return new ServiceProblem("forbidden", `This key's user is not a member of an organization "${organizationId}".`);
}

/** Streams call this again, because a key can be deleted or expire while a stream is open. */
export function isApiKeyValid(context: Pick<ServiceContext, "db" | "clock">, keyId: string): boolean {
  const row = context.db.get(expiryRow, "SELECT expires_at FROM api_keys WHERE id = ?", keyId);
  return row !== undefined && !isExpired(row.expires_at, context.clock());
}

const accessRow = expiryRow.extend({ role: z.string().nullable() });

/** Returns why a once valid key has no access to a server, as text for the client that sent its token, or `undefined` if it has access. */
export function explainDeniedServerAccess(
  context: Pick<ServiceContext, "db" | "clock">,
  keyId: string,
  serverId: string,
): string | undefined {
  const row = context.db.get(
    accessRow,
    `SELECT k.expires_at, m.role FROM api_keys k
     LEFT JOIN servers s ON s.id = ? LEFT JOIN projects p ON p.id = s.project_id
     LEFT JOIN memberships m ON m.user_id = k.user_id AND m.organization_id = p.organization_id WHERE k.id = ?`,
    serverId,
    keyId,
  );
  if (!row || isExpired(row.expires_at, context.clock()))
    return "The API key that created this token is no longer valid.";
  return row.role === null ? "The user of this token is not a member of the server's organization." : undefined;
}

export function hasKeyScope({ db }: Pick<ServiceContext, "db">, keyId: string, scope: ApiKeyScope): boolean {
  const row = db.get(callerRow.pick({ scopes_json: true }), "SELECT scopes_json FROM api_keys WHERE id = ?", keyId);
  return row?.scopes_json.includes(scope) ?? false;
}

function isExpired(expiresAt: string | null, now: Date): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
}

function saveLastUse(context: ServiceContext, keyId: string, at: Date): void {
  try {
    context.db.run("UPDATE api_keys SET last_used_at = ? WHERE id = ?", at.toISOString(), keyId);
  } catch (error) {
    // With a full disk the service still serves reads.
    if (describeStorageFailure(error) === undefined) throw error;
  }
}

function hashKey(key: string): string {
  return hash("sha256", key);
}
