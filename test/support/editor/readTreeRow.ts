import { rowOf, type TreeNode } from "../../../src/extension/workbench/nodes.ts";

/** The texts of a row, and the facts of its tooltip by name. */
export function readTreeRow(node: TreeNode, now = 0) {
  const { facts, ...texts } = rowOf(node).describe(node, now);
  return { ...texts, facts: Object.fromEntries(facts()) };
}
