import * as z from "zod";
import {
  type OrganizationMemberResource,
  type OrganizationResource,
  organizationMemberSchema,
} from "../../../contract/organizations.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

export const organizationRow = z.object({
  ...storedColumns,
  name: z.string(),
  slug: z.string(),
  plan: z.string(),
  role: organizationMemberSchema.shape.role,
  member_count: z.number(),
});
export type OrganizationRow = z.output<typeof organizationRow>;

/** Organizations with one membership `m` each. The WHERE clause selects the user. */
export const selectOrganizations = `
  SELECT o.*, m.role, (SELECT count(*) FROM memberships n WHERE n.organization_id = o.id) AS member_count
  FROM memberships m JOIN organizations o ON o.id = m.organization_id`;

export function toOrganization(row: OrganizationRow): OrganizationResource {
  return {
    ...toStoredFields(row),
    name: row.name,
    slug: row.slug,
    plan: row.plan,
    memberCount: row.member_count,
    role: row.role,
  };
}

export const memberRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  role: organizationMemberSchema.shape.role,
  joined_at: z.string(),
  sort_key: z.string(),
});

/** Sorts members by name without case. The user id makes every key unique. */
export const memberSortKeySql = "lower(u.name) || char(1) || u.id";

export function toMember(row: z.output<typeof memberRow>): OrganizationMemberResource {
  return { id: row.id, name: row.name, email: row.email, role: row.role, joinedAt: row.joined_at };
}
