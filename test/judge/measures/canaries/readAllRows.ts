import type { App } from "../../../../src/extension/workbench/app.ts";
import type { TreeNode } from "../../../../src/extension/workbench/nodes.ts";
import { createViewTrees } from "../../../../src/extension/workbench/tree/viewTrees.ts";

/** The rows of all views, four levels deep. */
export async function readAllRows(app: App): Promise<readonly TreeNode[]> {
  const trees = createViewTrees({ ...app, now: Date.now, machine: "here" });
  const all: TreeNode[] = [];
  for (const tree of Object.values(trees)) {
    const look = async (parent: TreeNode | undefined, depth: number): Promise<void> => {
      for (const node of await tree.children(parent)) {
        all.push(node);
        if (depth < 3) await look(node, depth + 1);
      }
    };
    await look(undefined, 0);
    tree.dispose();
  }
  return all;
}
