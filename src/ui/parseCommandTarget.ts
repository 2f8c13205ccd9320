import { Uri } from "vscode";
import { isOperationName } from "../contract/operationNames.ts";
import type { CommandTarget } from "../core/view/commandTarget.ts";
import { isTreeNode, type TreeNode } from "../core/view/nodes.ts";
import { TreeRow } from "./views/treeRows.ts";

/** Parses VS Code's arguments: a tree row, a resource with extra arguments, an operation's name, or nothing. */
export function parseCommandTarget([first, second]: readonly unknown[]): CommandTarget {
  if (first instanceof Uri)
    return { resource: first.toString(), ...(typeof second === "string" && { caseId: second }) };
  if (typeof first === "string" && isOperationName(first)) return { operation: first };
  const node = nodeOf(first);
  if (!node) return {};
  const nodes = (Array.isArray(second) ? second : []).flatMap((one) => nodeOf(one) ?? []);
  return nodes.length > 1 ? { node, nodes } : { node };
}

function nodeOf(given: unknown): TreeNode | undefined {
  const value = given instanceof TreeRow ? given.node : given;
  return isTreeNode(value) ? value : undefined;
}
