import { rowOf, type TreeNode } from "../nodes.ts";
import { rootBranchId } from "./branchRows.ts";
import { isSameRow } from "./isSameRow.ts";
import { type ReadBranchPage, TreeBranch } from "./treeBranch.ts";

export type TreeBranches = ReturnType<typeof createTreeBranches>;

/** The opened lists of a view, by the id of their parent node. */
export function createTreeBranches(read: ReadBranchPage, now: () => number) {
  const branches = new Map<string, TreeBranch>();
  return {
    find: (id: string) => branches.get(id),
    open: (parent: TreeNode | undefined): TreeBranch => {
      const id = readBranchId(parent);
      const branch = branches.get(id) ?? new TreeBranch(read, now);
      // The list belongs to older data of its parent.
      if (branch.parent && !isSameRow(parent, branch.parent)) branch.invalidate();
      branch.parent = parent;
      branches.set(id, branch);
      return branch;
    },
    /** The nodes of all open lists. */
    nodes: () => [...branches.values()].flatMap(({ nodes }) => nodes),
    /** The nodes whose lists are open. */
    parents: () => [...branches.values()].flatMap(({ parent }) => parent ?? []),
    invalidate: () => {
      for (const branch of branches.values()) branch.invalidate();
    },
    /** Invalidates all but the first level. */
    invalidateNested: () => {
      for (const branch of branches.values()) if (branch.parent) branch.invalidate();
    },
    clear: () => {
      for (const branch of branches.values()) branch.stop();
      branches.clear();
    },
  };
}

export const readBranchId = (parent: TreeNode | undefined) => (parent ? rowOf(parent).id(parent) : rootBranchId);
