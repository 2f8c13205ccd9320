import { expect, test } from "vitest";
import type { TreeNode } from "../../../../src/extension/workbench/nodes.ts";
import { describeVisibleFacts, describeVisibleNode } from "../../../../src/extension/workbench/nodes.ts";

test("a row shows hidden characters in its label and tooltip", () => {
  const project = {
    ...{
      id: "prj_1",
      organizationId: "org_1",
      slug: "pets",
      name: "Pets\u200b",
      description: "Sells\u202e pets.",
      serverCount: 0,
      skillCount: 0,
    },
    ...{ createdAt: "2026-01-01T00:00:00Z", updatedAt: "2026-01-01T00:00:00Z", etag: "1" },
  };
  const node: TreeNode = { kind: "project", project, selected: false };
  const { label } = describeVisibleNode(node, 0);
  const facts = describeVisibleFacts(node, 0);
  expect(label).toBe("Pets[hidden: U+200B]");
  expect(facts).toContainEqual(["Description", "Sells[hidden: U+202E] pets."]);
});
