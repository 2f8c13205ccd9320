import type { Organization, OrganizationMember } from "../../../contract/organizations.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatRelativeTime } from "../../foundation/formatRelativeTime.ts";
import { collectFacts, type NodeText } from "../nodeText.ts";
import { createSectionTreeRow } from "./createSectionTreeRow.ts";
import { listOperations, type TreeRowKind } from "./treeRowKind.ts";

export interface OrganizationNode {
  readonly kind: "organization";
  readonly organization: Organization;
}

export interface MembersNode {
  readonly kind: "members";
}

export interface MemberNode {
  readonly kind: "member";
  readonly member: OrganizationMember;
}

export const organizationTreeRow: TreeRowKind<OrganizationNode> = {
  id: ({ organization }) => `organization:${organization.id}`,
  accessibleName: "Organization",
  describe: describeOrganization,
  revision: ({ organization }) => JSON.stringify(organization),
  serviceId: ({ organization }) => organization.id,
  operations: ({ organization: { id } }) =>
    listOperations(["organization.get", "organization.members", "organization.usage"], { id }),
};

export const membersTreeRow: TreeRowKind<MembersNode> = {
  ...createSectionTreeRow("members", "Members", "person"),
  collapsible: "collapsed",
  operations: () => listOperations(["organization.members"], {}),
};

export const memberTreeRow: TreeRowKind<MemberNode> = {
  id: ({ member }) => `member:${member.id}`,
  accessibleName: "Member",
  describe: describeMember,
  revision: ({ member }) => JSON.stringify(member),
  serviceId: ({ member }) => member.id,
};

function describeOrganization({ organization }: OrganizationNode): NodeText {
  const { name, role, plan, memberCount, slug } = organization;
  const members = `${memberCount} ${memberCount === 1 ? "member" : "members"}`;
  return {
    label: name,
    description: joinTextParts(role, plan && `plan ${plan}`, memberCount ? members : undefined),
    icon: "organization",
    facts: () =>
      collectFacts(
        ["Organization", name],
        ["Your role", role],
        ["Plan", plan],
        ["Members", memberCount ? String(memberCount) : null],
        ["Short name", slug],
      ),
    context: "organization",
  };
}

function describeMember({ member }: MemberNode, now: number): NodeText {
  const { name, email, role, joinedAt } = member;
  return {
    label: name,
    description: joinTextParts(role, email),
    icon: "person",
    facts: () =>
      collectFacts(["Member", name], ["Email", email], ["Role", role], ["Joined", formatRelativeTime(joinedAt, now)]),
    context: "member",
  };
}
