import type { OrganizationResource } from "../../contract/organizations.ts";
import type { ServiceContext } from "../context.ts";

type Role = OrganizationResource["role"];

/** Makes a user a member. An existing member keeps its role. */
export function addMember(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  organizationId: string,
  userId: string,
  role: Role,
): void {
  db.run(
    "INSERT OR IGNORE INTO memberships (organization_id, user_id, role, joined_at) VALUES (?, ?, ?, ?)",
    ...[organizationId, userId, role, clock().toISOString()],
  );
}
