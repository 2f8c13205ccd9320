import { notMember } from "../auth/apiKeys.ts";
import type { Call, Caller, Handlers, ServiceContext } from "../context.ts";
import { pageOf } from "../http/readResultPage.ts";
import {
  memberPlace,
  memberRow,
  type OrganizationRow,
  organizationRow,
  selectOrganizations,
  toMember,
  toOrganization,
} from "../storage/rows/organizationRow.ts";
import { conditions, containing } from "../storage/whereClause.ts";
import { usageOf } from "../usage/readOrganizationUsage.ts";
import type { ToolCalls } from "../usage/toolCallCounter.ts";

type Names = "organizations.list" | "organization.get" | "organization.members" | "organization.usage";

export function organizationHandlers(context: ServiceContext, toolCalls: Pick<ToolCalls, "settle">): Handlers<Names> {
  return {
    "organizations.list": (call) => list(context, call),
    "organization.get": ({ input, caller }) => toOrganization(requireOrganization(context, caller, input.id)),
    "organization.members": (call) => members(context, call),
    "organization.usage": ({ input, caller }) => {
      const { id } = requireOrganization(context, caller, input.id);
      toolCalls.settle();
      return usageOf(context, id);
    },
  };
}

/** The one asked for, else the one the call is about, if the caller is a member. */
function requireOrganization(context: ServiceContext, caller: Caller, id = caller.organizationId): OrganizationRow {
  const sql = `${selectOrganizations} WHERE m.user_id = ? AND o.id = ?`;
  const row = context.db.get(organizationRow, sql, caller.userId, id);
  if (!row) throw notMember(id);
  return row;
}

function list(context: ServiceContext, { input, caller }: Call<"organizations.list">) {
  return pageOf(
    input,
    (before, count) => {
      const { where, values } = conditions([
        ["m.user_id = ?", caller.userId],
        ["o.name || ' ' || o.slug LIKE ? ESCAPE '\\'", containing(input.q)],
        ["o.id < ?", before],
      ]);
      const sql = `${selectOrganizations} WHERE ${where} ORDER BY o.id DESC LIMIT ?`;
      return context.db.all(organizationRow, sql, ...values, count);
    },
    (row) => row.id,
    toOrganization,
  );
}

function members(context: ServiceContext, { input, caller }: Call<"organization.members">) {
  const { id } = requireOrganization(context, caller, input.id);
  return pageOf(
    input,
    (after, count) => {
      const { where, values } = conditions([
        ["m.organization_id = ?", id],
        ["u.name || ' ' || coalesce(u.email, '') LIKE ? ESCAPE '\\'", containing(input.q)],
        [`${memberPlace} > ?`, after],
      ]);
      const sql = `SELECT u.id, u.name, u.email, m.role, m.joined_at, ${memberPlace} AS place
        FROM memberships m JOIN users u ON u.id = m.user_id WHERE ${where} ORDER BY place LIMIT ?`;
      return context.db.all(memberRow, sql, ...values, count);
    },
    (row) => row.place,
    toMember,
  );
}
