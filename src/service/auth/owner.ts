import { userInfo } from "node:os";
import * as z from "zod";
import type { OrganizationResource } from "../../contract/organizations.ts";
import { createUniqueSlug } from "../../text/language/uniqueSlug.ts";
import type { ServiceContext } from "../context.ts";
import { insertProject } from "../handlers/projectHandlers.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { readServiceSetting, writeServiceSetting } from "../storage/serviceSettings.ts";
import { insertItem } from "../storage/writeItems.ts";
import { issueFullKey } from "./apiKeys.ts";

const ownerRow = z.object({ id: z.string(), organization_id: z.string() });

/** Creates the organization, user, project and key of a fresh database. Returns the key if it is new. */
export function createInitialOwner(context: ServiceContext): string | undefined {
  if (findOwner(context)) return undefined;
  return context.db.transaction(() => {
    const organizationId = createOrganization(context, "Personal");
    const userId = createUser(context, organizationId, { name: readUserName(), email: null, role: "owner" });
    writeServiceSetting(context.db, "owner", userId);
    return issueFullKey(context, userId, "First key");
  });
}

/** Creates a key with every scope for the local user: for an editor that lost its key, and for tests. */
export function issueOwnerKey(context: ServiceContext, name: string): string {
  return issueFullKey(context, requireOwner(context).id, name);
}

/** The local user of this machine. */
export function requireOwner(context: Pick<ServiceContext, "db">) {
  const user = findOwner(context);
  if (!user) throw new Error("The database has no user yet.");
  return user;
}

function findOwner({ db }: Pick<ServiceContext, "db">) {
  const id = readServiceSetting(db, "owner");
  return id === undefined ? undefined : db.get(ownerRow, "SELECT id, organization_id FROM users WHERE id = ?", id);
}

function readUserName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no entry in the system's list.
    return "user";
  }
}

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
