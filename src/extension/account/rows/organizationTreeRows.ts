import * as l10n from "@vscode/l10n";
import type { Organization, OrganizationMember } from "../../../contract/organizations.ts";
import { formatRelativeTime } from "../../../text/formatTime.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import {
  collectFacts,
  createSectionTreeRow,
  listOperations,
  type NodeText,
  type TreeRowKind,
} from "../../base/rows/treeRowKind.ts";

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
  accessibleName: l10n.t("Organization"),
  describe: describeOrganization,
  serviceId: ({ organization }) => organization.id,
  operations: ({ organization: { id } }) =>
    listOperations(["organization.get", "organization.members", "organization.usage"], { id }),
};

export const membersTreeRow: TreeRowKind<MembersNode> = {
  ...createSectionTreeRow("members", l10n.t("Members"), "person"),
  collapsible: "collapsed",
  operations: () => listOperations(["organization.members"], {}),
};

export const memberTreeRow: TreeRowKind<MemberNode> = {
  id: ({ member }) => `member:${member.id}`,
  accessibleName: l10n.t("Member"),
  describe: describeMember,
  serviceId: ({ member }) => member.id,
};

function describeOrganization({ organization }: OrganizationNode): NodeText {
  const { name, role, plan, memberCount, slug } = organization;
  const members = memberCount ? formatQuantity(memberCount, l10n.t("member"), l10n.t("members")) : undefined;
  return {
    label: name,
    description: joinTextParts(role, plan && l10n.t`plan ${plan}`, members),
    icon: "organization",
    facts: () =>
      collectFacts(
        [l10n.t("Organization"), name],
        [l10n.t("Your role"), role],
        [l10n.t("Plan"), plan],
        [l10n.t("Members"), memberCount ? String(memberCount) : null],
        [l10n.t("Short name"), slug],
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
      collectFacts(
        [l10n.t("Member"), name],
        [l10n.t("Email"), email],
        [l10n.t("Role"), role],
        [l10n.t("Joined"), formatRelativeTime(joinedAt, now)],
      ),
    context: "member",
  };
}

export interface AuditLogNode {
  readonly kind: "auditLog";
}

export const auditLogTreeRow: TreeRowKind<AuditLogNode> = {
  ...createSectionTreeRow("auditLog", l10n.t("Audit log"), "history"),
  click: () => ({ command: "fairlead.auditLog.show", title: l10n.t("Show Audit Log") }),
};
