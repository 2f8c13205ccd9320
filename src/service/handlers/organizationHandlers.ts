import * as z from "zod";
import {
  type OrganizationMemberResource,
  type OrganizationResource,
  organizationMemberSchema,
} from "../../contract/organizations.ts";
import { isAuditReader } from "../audit/listAuditEntries.ts";
import { createNotMemberProblem } from "../auth/apiKeys.ts";
import type { Caller, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage, readResultPage } from "../http/readResultPage.ts";
import { storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
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

const organizationRow = z.object({
  ...storedColumns,
  name: z.string(),
  slug: z.string(),
  plan: z.string(),
  role: organizationMemberSchema.shape.role,
  member_count: z.number(),
});
type OrganizationRow = z.output<typeof organizationRow>;

/** Organizations with one membership `m` each. The WHERE clause selects the user. */
const selectOrganizations = `
  SELECT o.*, m.role, (SELECT count(*) FROM memberships n WHERE n.organization_id = o.id) AS member_count
  FROM memberships m JOIN organizations o ON o.id = m.organization_id`;

function toOrganization(row: OrganizationRow): OrganizationResource {
  return {
    ...toStoredFields(row),
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    memberCount: row.member_count,
    role: row.role,
  };
}

const memberRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: organizationMemberSchema.shape.role,
  joined_at: z.string(),
  sort_key: z.string(),
});

/** Sorts members by name without case. The user id makes every key unique. */
const memberSortKeySql = "lower(u.name) || char(1) || u.id";

function toMember(row: z.output<typeof memberRow>): OrganizationMemberResource {
  return { id: row.id, name: row.name, email: row.email, role: row.role, joinedAt: row.joined_at };
}
