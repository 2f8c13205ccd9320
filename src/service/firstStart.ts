import { userInfo } from "node:os";
import * as z from "zod";
import { scopes } from "../contract/operation.ts";
import type { ServiceContext } from "./context.ts";
import { createProject } from "./handlers/projects.ts";
import { issueKey } from "./keys.ts";
import { addMember } from "./memberships.ts";

const ownerRow = z.object({ id: z.string() });

/** Makes what a fresh database needs: an organization, its user, a project and a key. Answers the key if it is new. */
export function firstStart(context: ServiceContext): string | undefined {
  if (owner(context)) return undefined;
  return context.db.transaction(() => {
    const now = context.clock().toISOString();
    const organizationId = context.newId("org_");
    context.db.run(
      "INSERT INTO organizations (id, name, slug, plan, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)",
      ...[organizationId, "Personal", "personal", "local", now, now],
    );
    const userId = context.newId("usr_");
    context.db.run(
      "INSERT INTO users (id, organization_id, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)",
      ...[userId, organizationId, userName(), now, now],
    );
    addMember(context, organizationId, userId, "owner");
    createProject(context, organizationId, "Default", "");
    return issueKey(context, { userId, name: "First key", scopes, expiresAt: null }).key;
  });
}

/** A key with every scope for the machine's own user: for the editor that lost its own, and for tests. */
export function issueOwnerKey(context: ServiceContext, name: string): string {
  const user = owner(context);
  if (!user) throw new Error("The database has no user yet.");
  return issueKey(context, { userId: user.id, name, scopes, expiresAt: null }).key;
}

function owner(context: ServiceContext): { id: string } | undefined {
  return context.db.get(ownerRow, "SELECT id FROM users ORDER BY id LIMIT 1");
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user may have no entry in the system's list.
    return "user";
  }
}
