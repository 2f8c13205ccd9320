import { toVisibleText } from "../../text/toVisibleText.ts";
import { rowOf, type TreeNode } from "./nodes.ts";
import type { NodeFacts, NodeText } from "./nodeText.ts";

/** What a row says, with nothing in it that cannot be seen: names and descriptions are whatever somebody wrote. */
export function describeVisibleNode(node: TreeNode, now: number): Omit<NodeText, "facts"> {
  const { label, description, facts, ...rest } = rowOf(node).describe(node, now);
  return { ...rest, label: toVisibleText(label), description: toVisibleText(description) };
}

/** What its tooltip says. */
export function describeVisibleFacts(node: TreeNode, now: number): NodeFacts {
  return rowOf(node)
    .describe(node, now)
    .facts()
    .map(([name, value]) => [name, toVisibleText(value)]);
}
