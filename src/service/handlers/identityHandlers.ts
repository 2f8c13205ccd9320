import * as z from "zod";
import type { ApiKeyResource } from "../../contract/identity.ts";
import { apiKeyScopeSchema } from "../../contract/operation.ts";
import { deleteApiKey, issueApiKey } from "../auth/apiKeys.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { requireFound, ServiceProblem } from "../http/serviceProblem.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { idRow, storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
import { createLikePattern } from "../storage/whereClause.ts";
import { listInstalledAgents } from "../testing/skill/agent/findAgentProgram.ts";

export function identityHandlers(
  context: ServiceContext,
): OperationHandlers<"me.get" | "apiKeys.list" | "apiKeys.create" | "apiKeys.delete"> {
  return {
    "me.get": (call) => me(context, call),
    "apiKeys.list": (call) => listKeys(context, call),
    "apiKeys.create": (call) => createKey(context, call),
    "apiKeys.delete": (call) => removeKey(context, call),
  };
}

const meRow = z.object({ ...storedColumns, name: z.string(), email: z.string().nullable() });

async function me(context: ServiceContext, { caller }: ServiceCall<"me.get">) {
  const row = context.db.get(
    meRow,
    "SELECT u.* FROM users u JOIN api_keys k ON k.user_id = u.id WHERE k.id = ?",
    caller.keyId,
  );
  if (!row) throw new ServiceProblem("unauthenticated", "This API key was just deleted.");
  const found = await context.sandbox.find();
  const agents = context.userZone === undefined ? await listInstalledAgents() : [];
  const agentSandbox = found.sandbox?.wrapAgent ? found.sandbox.name : "none";
  return {
    ...toStoredFields(row),
    name: row.name,
    email: row.email,
    kind: "user" as const,
    organizationId: caller.organizationId,
    key: { id: caller.keyId, name: caller.keyName, scopes: [...caller.scopes], expiresAt: caller.keyExpiresAt },
    hasGrants: true,
    confinement: found.sandbox
      ? { sandbox: found.sandbox.name, reason: null, remedy: null }
      : { sandbox: "none", reason: found.reason, remedy: found.remedy },
    canChooseRunner: context.runners.hasChoice(),
    ...(agents.length > 0 && { evalAgents: agents.map((agent) => ({ agent, sandbox: agentSandbox })) }),
  };
}

function listKeys(context: ServiceContext, { input, caller }: ServiceCall<"apiKeys.list">) {
  return readItemPage(input, {
    id: "id",
    conditions: [
      ["user_id = ?", caller.userId],
      ["name LIKE ? ESCAPE '\\'", createLikePattern(input.q)],
    ],
    read: (clause, ...values) => context.db.all(apiKeyRow, `SELECT * FROM api_keys ${clause}`, ...values),
    toItem: toApiKey,
  });
}

function createKey(context: ServiceContext, { input, caller }: ServiceCall<"apiKeys.create">) {
  const missingScopes = input.scopes.filter((scope) => !caller.scopes.includes(scope));
  if (missingScopes.length > 0) {
    throw new ServiceProblem(
      "forbidden",
      `A key cannot grant scopes that it does not have: ${missingScopes.join(", ")}.`,
    );
  }
  if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= context.clock().getTime()) {
    throw new ServiceProblem("invalid_request", "The expiry date is in the past. Choose a later one.", {
      errors: [{ path: "expiresAt", message: "Must lie in the future." }],
    });
  }
  checkOutlived(caller.keyExpiresAt, input.expiresAt);
  const { id, key } = issueApiKey(context, {
    userId: caller.userId,
    name: input.name,
    scopes: [...new Set(input.scopes)],
    expiresAt: input.expiresAt ?? null,
  });
  return { ...toApiKey(requireKey(context, caller.userId, id)), key };
}

function checkOutlived(callerExpiry: string | null, expiry: string | undefined): void {
  if (callerExpiry === null || Date.parse(expiry ?? "") <= Date.parse(callerExpiry)) return;
  throw new ServiceProblem("forbidden", `A key cannot create a key that outlives it: it expires at ${callerExpiry}.`, {
    errors: [{ path: "expiresAt", message: `Must be ${callerExpiry} or earlier.` }],
  });
}

function removeKey(context: ServiceContext, { input, caller }: ServiceCall<"apiKeys.delete">): undefined {
  const row = requireKey(context, caller.userId, input.id);
  if (row.scopes_json.includes("admin") && isLastAdmin(context, caller.userId, row.id)) {
    throw new ServiceProblem(
      "conflict",
      "This is the last key that can create keys. Create another one with the scope 'admin' first.",
    );
  }
  deleteApiKey(context, row.id);
}

/** A key belongs to its user, not to an organization. */
function requireKey(context: ServiceContext, userId: string, id: string) {
  const sql = "SELECT * FROM api_keys WHERE id = ? AND user_id = ?";
  return requireFound(context.db.get(apiKeyRow, sql, id, userId), "API key", id);
}

/** Whether the user has no other permanent key with the scope "admin". Without one the user could not create keys. */
function isLastAdmin(context: ServiceContext, userId: string, id: string): boolean {
  const other = context.db.get(
    idRow,
    `SELECT k.id FROM api_keys k, json_each(k.scopes_json) s
     WHERE k.user_id = ? AND k.id <> ? AND s.value = 'admin' AND k.expires_at IS NULL LIMIT 1`,
    userId,
    id,
  );
  return other === undefined;
}

const apiKeyRow = z.object({
  ...storedColumns,
  name: z.string(),
  prefix: z.string(),
  scopes_json: jsonColumn(z.array(apiKeyScopeSchema)),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
});

function toApiKey(row: z.output<typeof apiKeyRow>): ApiKeyResource {
  return {
    ...toStoredFields(row),
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes_json,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}
