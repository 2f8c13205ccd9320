import type { TreeNode } from "./nodes.ts";

/** The number of the version that was clicked, or that a clicked file or folder is of. */
export function findNodeVersion(node: TreeNode | undefined): string | undefined {
  if (node?.kind === "version") return node.version.version;
  return node?.kind === "file" || node?.kind === "folder" ? node.version : undefined;
}
