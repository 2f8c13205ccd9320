import type { ServiceContext } from "../context.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { setUsageLimits, type UsageLimits } from "../usage/usageLimits.ts";
import { issueFullKey } from "./apiKeys.ts";
import { addMember, createOrganization, createUser, requireOwner } from "./owner.ts";

/** The users and organizations of a self-hosted service. The command line defines them, because the contract has no operation for it. */
export interface TeamDefinition {
  /** Names. The local user owns each organization. */
  readonly organizations: readonly string[];
  /** Members of each named organization, or of the owner's own organization if none is named. */
  readonly members: readonly { readonly name: string; readonly email: string }[];
  /** Limits of the same organizations. */
  readonly limits: Partial<UsageLimits>;
}

/** The API key of a user that was just created. The service cannot show it again. */
export interface NewMemberKey {
  readonly email: string;
  readonly key: string;
}

/** Creates the missing parts of a team; a second call changes nothing. Returns the keys of new members. */
export function createTeam(
  context: ServiceContext,
  { organizations, members, limits }: TeamDefinition,
): NewMemberKey[] {
  return context.db.transaction(() => {
    const all = findOrCreateOrganizations(context, organizations);
    for (const id of all) setUsageLimits(context.db, id, limits);
    return members.flatMap((member) => {
      const { userId, isNew } = findOrCreateMember(context, all, member);
      if (!isNew) return [];
      return [{ email: member.email, key: issueFullKey(context, userId, "First key") }];
    });
  });
}

/** Makes a user a member of the named organizations as `createTeam` does, without a key. Returns the user's id. */
export function addTeamMember(
  context: ServiceContext,
  organizations: TeamDefinition["organizations"],
  member: TeamDefinition["members"][number],
): string {
  return context.db.transaction(
    () => findOrCreateMember(context, findOrCreateOrganizations(context, organizations), member).userId,
  );
}

/** The ids of the named organizations, or of the owner's own if none is named. */
function findOrCreateOrganizations(context: ServiceContext, names: readonly string[]): readonly [string, ...string[]] {
  const owner = requireOwner(context);
  const [first, ...others] = names.map((name) => findOrCreateOrganization(context, name, owner.id));
  return first === undefined ? [owner.organization_id] : [first, ...others];
}

function findOrCreateOrganization(context: ServiceContext, name: string, ownerId: string): string {
  const sql = "SELECT id FROM organizations WHERE name = ? ORDER BY id LIMIT 1";
  const id = context.db.get(idRow, sql, name)?.id ?? createOrganization(context, name);
  addMember(context, id, ownerId, "owner");
  return id;
}

function findOrCreateMember(
  context: ServiceContext,
  organizations: readonly [string, ...string[]],
  member: TeamDefinition["members"][number],
): { readonly userId: string; readonly isNew: boolean } {
  const existing = context.db.get(idRow, "SELECT id FROM users WHERE lower(email) = lower(?)", member.email);
  const userId = existing?.id ?? createUser(context, organizations[0], { ...member, role: "member" });
  for (const id of organizations) addMember(context, id, userId, "member");
  return { userId, isNew: existing === undefined };
}
