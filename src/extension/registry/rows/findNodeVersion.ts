import type { TreeNode } from "../../workbench/nodes.ts";

/** The version of a node, or of a file's or folder's version node. */
export function findNodeVersion(node: TreeNode | undefined): string | undefined {
  if (node?.kind === "version") return node.version.version;
  return node?.kind === "file" || node?.kind === "folder" ? node.version : undefined;
}
