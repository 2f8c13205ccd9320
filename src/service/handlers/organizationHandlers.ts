import { isAuditReader } from "../audit/listAuditEntries.ts";
import { createNotMemberProblem } from "../auth/apiKeys.ts";
import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage, readResultPage } from "../http/readResultPage.ts";
import {
  memberRow,
  memberSortKeySql,
  type OrganizationRow,
  organizationRow,
  selectOrganizations,
  toMember,
  toOrganization,
} from "../storage/rows/organizationRow.ts";
import { createLikePattern, createWhereClause } from "../storage/whereClause.ts";
import type { ToolCallCounter } from "../usage/toolCallCounter.ts";
import { readOrganizationUsage } from "../usage/usageQuota.ts";

type Names = "organizations.list" | "organization.get" | "organization.members" | "organization.usage";

export function organizationHandlers(
  context: ServiceContext,
  toolCalls: Pick<ToolCallCounter, "flush">,
): OperationHandlers<Names> {
  return {
    "organizations.list": (call) => list(context, call),
    "organization.get": async ({ input, caller }) => {
      const row = requireOrganization(context, caller, input.id);
      const hasAuditLog = context.audit && isAuditReader(row.role) && caller.scopes.includes("admin");
      const runners = await context.runners.list();
      return { ...toOrganization(row), ...(hasAuditLog && { hasAuditLog }), runners };
    },
    "organization.members": (call) => members(context, call),
    "organization.usage": ({ input, caller }) => {
      const { id } = requireOrganization(context, caller, input.id);
      toolCalls.flush();
      return readOrganizationUsage(context, id);
    },
  };
}

/** Returns the given organization, by default the caller's, if the caller is a member. */
function requireOrganization(context: ServiceContext, caller: Caller, id = caller.organizationId): OrganizationRow {
  const sql = `${selectOrganizations} WHERE m.user_id = ? AND o.id = ?`;
  const row = context.db.get(organizationRow, sql, caller.userId, id);
  if (!row) throw createNotMemberProblem(id);
  return row;
}

function list(context: ServiceContext, { input, caller }: ServiceCall<"organizations.list">) {
  return readItemPage(input, {
    id: "o.id",
    conditions: [
      ["m.user_id = ?", caller.userId],
      ["o.name || ' ' || o.slug LIKE ? ESCAPE '\\'", createLikePattern(input.q)],
    ],
    read: (clause, ...values) => context.db.all(organizationRow, `${selectOrganizations} ${clause}`, ...values),
    toItem: toOrganization,
  });
}

function members(context: ServiceContext, { input, caller }: ServiceCall<"organization.members">) {
  const { id } = requireOrganization(context, caller, input.id);
  return readResultPage(
    input,
    (after, count) => {
      const { where, values } = createWhereClause([
        ["m.organization_id = ?", id],
        ["u.name || ' ' || coalesce(u.email, '') LIKE ? ESCAPE '\\'", createLikePattern(input.q)],
        [`${memberSortKeySql} > ?`, after],
      ]);
      const sql = `SELECT u.id, u.name, u.email, m.role, m.joined_at, ${memberSortKeySql} AS sort_key
        FROM memberships m JOIN users u ON u.id = m.user_id WHERE ${where} ORDER BY sort_key LIMIT ?`;
      return context.db.all(memberRow, sql, ...values, count);
    },
    (row) => row.sort_key,
    toMember,
  );
}
