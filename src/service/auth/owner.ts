import { userInfo } from "node:os";
import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import { readServiceSetting, writeServiceSetting } from "../storage/serviceSettings.ts";
import { issueFullKey } from "./apiKeys.ts";
import { createOrganization, createUser } from "./organizations.ts";

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
