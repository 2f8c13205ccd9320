import { apiKeyScopes } from "../../contract/operation.ts";
import type { ServiceContext } from "../context.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { setUsageLimits, type UsageLimits } from "../usage/usageLimits.ts";
import { issueApiKey } from "./apiKeys.ts";
import { addMember } from "./memberships.ts";
import { createOrganization, createUser } from "./organizations.ts";
import { requireOwner } from "./owner.ts";

/** Who shares a service that somebody runs by themselves; said at its start, as no operation of the contract can. */
export interface TeamDefinition {
  /** By name. The machine's own user owns each. */
  readonly organizations: readonly string[];
  /** Of each organization named, or of the owner's own where none is. */
  readonly members: readonly { readonly name: string; readonly email: string }[];
  /** For the same organizations. */
  readonly limits: Partial<UsageLimits>;
}

/** Of a user that was just made; it cannot be had again. */
export interface NewMemberKey {
  readonly email: string;
  readonly key: string;
}

/** Makes what is missing of a team; said again it changes nothing. Answers the keys of those who are new. */
export function createTeam(
  context: ServiceContext,
  { organizations, members, limits }: TeamDefinition,
): NewMemberKey[] {
  return context.db.transaction(() => {
    const owner = requireOwner(context);
    const named = organizations.map((name) => organizationNamed(context, name, owner.id));
    const all = named.length > 0 ? named : [owner.organization_id];
    for (const id of all) setUsageLimits(context.db, id, limits);
    return members.flatMap((member) => join(context, all, member));
  });
}

function organizationNamed(context: ServiceContext, name: string, ownerId: string): string {
  const sql = "SELECT id FROM organizations WHERE name = ? ORDER BY id LIMIT 1";
  const id = context.db.get(idRow, sql, name)?.id ?? createOrganization(context, name);
  addMember(context, id, ownerId, "owner");
  return id;
}

function join(
  context: ServiceContext,
  organizations: readonly string[],
  member: TeamDefinition["members"][number],
): NewMemberKey[] {
  const known = context.db.get(idRow, "SELECT id FROM users WHERE lower(email) = lower(?)", member.email);
  const [first] = organizations;
  if (first === undefined) return [];
  const userId = known?.id ?? createUser(context, first, { ...member, role: "member" });
  for (const id of organizations) addMember(context, id, userId, "member");
  if (known) return [];
  const { key } = issueApiKey(context, { userId, name: "First key", scopes: apiKeyScopes, expiresAt: null });
  return [{ email: member.email, key }];
}
