import { expect, test } from "vitest";
import {
  type OauthConnectionNode,
  oauthConnectionTreeRow,
} from "../../../../../src/extension/account/rows/oauthConnectionTreeRows.ts";
import {
  type OrganizationNode,
  organizationTreeRow,
} from "../../../../../src/extension/account/rows/organizationTreeRows.ts";
import { type ArtifactsNode, artifactsTreeRow } from "../../../../../src/extension/registry/rows/artifactTreeRows.ts";

const now = Date.parse("2026-01-01T00:00:00Z");

test("an organization names its plan and members where they are known", () => {
  const describeOrganization = (more: object) => {
    const organization = { id: "org_1", name: "Acme", ...more } as OrganizationNode["organization"];
    return organizationTreeRow.describe({ kind: "organization", organization }, now).description;
  };
  expect(describeOrganization({ plan: "team", memberCount: 3 })).toBe("plan team · 3 members");
  expect(describeOrganization({})).not.toMatch(/plan|member/);
});

test("the number of artifacts says whether there are more", () => {
  const count = (nextCursor: string | null) => {
    const node: ArtifactsNode = { kind: "artifacts", of: "skill", first: { items: [], nextCursor } };
    return artifactsTreeRow.describe(node, now).description;
  };
  expect([count(null), count("more")]).toEqual(["0", "0+"]);
});

test("an account says how long its access lasts only while it is connected", () => {
  const names = (status: string) => {
    const connection = { id: "oac_1", provider: "github", status, expiresAt: "2026-01-01T01:00:00Z" };
    const node = { kind: "oauthConnection", connection, usedBy: undefined } as unknown as OauthConnectionNode;
    return oauthConnectionTreeRow
      .describe(node, now)
      .facts()
      .map(([name]) => name);
  };
  expect(names("connected")).toContain("Access");
  expect(names("expired")).not.toContain("Access");
});
