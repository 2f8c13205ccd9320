import type { OrganizationResource } from "../../contract/organizations.ts";
import { createUniqueSlug } from "../../text/language/uniqueSlug.ts";
import type { ServiceContext } from "../context.ts";
import { insertProject } from "../handlers/projectHandlers.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { insertItem } from "../storage/writeItems.ts";

/** Creates an organization without members. */
export function createOrganization(context: ServiceContext, name: string): string {
  const { db } = context;
  const id = context.newId("org_");
  const isTaken = (slug: string) => db.get(idRow, "SELECT id FROM organizations WHERE slug = ?", slug) !== undefined;
  const slug = createUniqueSlug(name, "organization", isTaken);
  insertItem(context, "organizations", { id, name, slug, plan: "local" });
  insertProject(context, id, "Default", "");
  return id;
}

/** Creates a user as a member of the organization, which becomes the user's default organization. */
export function createUser(
  context: ServiceContext,
  organizationId: string,
  { name, email, role }: { readonly name: string; readonly email: string | null; readonly role: "owner" | "member" },
): string {
  const id = context.newId("usr_");
  insertItem(context, "users", { id, organization_id: organizationId, name, email });
  addMember(context, organizationId, id, role);
  return id;
}

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
