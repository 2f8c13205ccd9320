import * as z from "zod";
import { conditions, containing } from "../conditions.ts";
import type { Call, Handlers, ServiceContext } from "../context.ts";
import { issueKey } from "../keys.ts";
import { pageOf } from "../paging.ts";
import { ServiceProblem } from "../problem.ts";
import { apiKeyRow, toApiKey } from "../rows/apiKey.ts";

const selectKeys = "SELECT k.* FROM api_keys k JOIN users u ON u.id = k.user_id";

export function apiKeyHandlers(
  context: ServiceContext,
): Handlers<"apiKeys.list" | "apiKeys.create" | "apiKeys.delete"> {
  return {
    "apiKeys.list": (call) => list(context, call),
    "apiKeys.create": (call) => create(context, call),
    "apiKeys.delete": (call) => remove(context, call),
  };
}

function list(context: ServiceContext, { input, caller }: Call<"apiKeys.list">) {
  return pageOf(
    input,
    (before, count) => {
      const { where, values } = conditions([
        ["u.organization_id = ?", caller.organizationId],
        ["k.name LIKE ? ESCAPE '\\'", containing(input.q)],
        ["k.id < ?", before],
      ]);
      return context.db.all(apiKeyRow, `${selectKeys} WHERE ${where} ORDER BY k.id DESC LIMIT ?`, ...values, count);
    },
    (row) => row.id,
    toApiKey,
  );
}

function create(context: ServiceContext, { input, caller }: Call<"apiKeys.create">) {
  const more = input.scopes.filter((scope) => !caller.scopes.includes(scope));
  if (more.length > 0) {
    throw new ServiceProblem("forbidden", `A key cannot give what it does not have: ${more.join(", ")}.`);
  }
  if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= context.clock().getTime()) {
    throw new ServiceProblem("invalid_request", "The key would be expired already.", {
      errors: [{ path: "expiresAt", message: "Must lie in the future." }],
    });
  }
  const { id, key } = issueKey(context, {
    userId: caller.userId,
    name: input.name,
    scopes: [...new Set(input.scopes)],
    expiresAt: input.expiresAt ?? null,
  });
  return { ...toApiKey(requireKey(context, caller.organizationId, id)), key };
}

function remove(context: ServiceContext, { input, caller }: Call<"apiKeys.delete">): undefined {
  const row = requireKey(context, caller.organizationId, input.id);
  if (row.scopes_json.includes("admin") && isLastAdmin(context, caller.organizationId, row.id)) {
    throw new ServiceProblem("conflict", "This is the last key that may make keys. Create another one first.");
  }
  context.db.run("DELETE FROM api_keys WHERE id = ?", row.id);
  context.db.run("DELETE FROM idempotency WHERE key_id = ?", row.id);
}

function requireKey(context: ServiceContext, organizationId: string, id: string) {
  const row = context.db.get(apiKeyRow, `${selectKeys} WHERE k.id = ? AND u.organization_id = ?`, id, organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no API key "${id}".`);
  return row;
}

/** Whether no other key that lasts may manage keys: without one, nobody could let anybody in. */
function isLastAdmin(context: ServiceContext, organizationId: string, id: string): boolean {
  const other = context.db.get(
    z.object({ id: z.string() }),
    `SELECT k.id FROM api_keys k JOIN users u ON u.id = k.user_id, json_each(k.scopes_json) s
     WHERE u.organization_id = ? AND k.id <> ? AND s.value = 'admin' AND k.expires_at IS NULL LIMIT 1`,
    organizationId,
    id,
  );
  return other === undefined;
}
