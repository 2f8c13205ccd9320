import { rowOf, type TreeNode } from "../../../src/extension/workbench/nodes.ts";

/** Formats the rows of a view: label, then description. */
export function formatTreeRows(nodes: readonly TreeNode[]): string[] {
  return nodes.map((node) => {
    const { label, description } = rowOf(node).describe(node, 0);
    return [label, description].filter((part) => part !== "").join(" | ");
  });
}

/** The texts of a row, and the facts of its tooltip by name. */
export function readTreeRow(node: TreeNode, now = 0) {
  const { facts, ...texts } = rowOf(node).describe(node, now);
  return { ...texts, facts: Object.fromEntries(facts()) };
}
