import { toVisibleText } from "../../../text/toVisibleText.ts";
import type { NodeFacts, NodeText } from "../../base/rows/treeRowKind.ts";
import { rowOf, type TreeNode } from "../nodes.ts";

/** The text of a row without invisible characters, because names and descriptions are untrusted. */
export function describeVisibleNode(
  node: TreeNode,
  now: number,
): Omit<NodeText, "facts"> & { readonly spokenDescription: string } {
  const { label, description, spokenDescription = description, facts, ...rest } = rowOf(node).describe(node, now);
  return {
    ...rest,
    label: toVisibleText(label),
    description: toVisibleText(description),
    spokenDescription: toVisibleText(spokenDescription),
  };
}

/** The facts of its tooltip. */
export function describeVisibleFacts(node: TreeNode, now: number): NodeFacts {
  return rowOf(node)
    .describe(node, now)
    .facts()
    .map(([name, value]) => [name, toVisibleText(value)]);
}
