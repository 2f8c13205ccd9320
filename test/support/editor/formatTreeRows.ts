import { rowOf, type TreeNode } from "../../../src/core/view/nodes.ts";

/** What a view's rows say: label, then description; times as of the rows' own. */
export function formatTreeRows(nodes: readonly TreeNode[]): string[] {
  return nodes.map((node) => {
    const { label, description } = rowOf(node).describe(node, 0);
    return [label, description].filter((part) => part !== "").join(" | ");
  });
}
