import { addTeamMember } from "../auth/team.ts";
import type { ServiceContext } from "../context.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import type { ProviderUser } from "./readProviderUser.ts";

/** Who may sign in besides the members that the service knows. */
export interface NewMembers {
  /** Email addresses at these domains become members. */
  readonly domains: readonly string[];
  /** The names of the team's organizations. */
  readonly organizations: readonly string[];
}

/** Returns the id of the member with this email address. The first sign-in of an address at one of the domains creates it. */
export function findOrAddMember(
  context: ServiceContext,
  { domains, organizations }: NewMembers,
  { email, name }: ProviderUser,
): string | undefined {
  const sql = `SELECT u.id FROM users u JOIN memberships m ON m.user_id = u.id AND m.organization_id = u.organization_id
    WHERE lower(u.email) = lower(?) ORDER BY u.id LIMIT 1`;
  const member = context.db.get(idRow, sql, email);
  if (member) return member.id;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.includes(domain) ? addTeamMember(context, organizations, { email, name }) : undefined;
}
