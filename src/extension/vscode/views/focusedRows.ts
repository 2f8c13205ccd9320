import { commands, type TreeView } from "vscode";
import type { TreeNode } from "../../workbench/nodes.ts";
import type { TreeRow } from "./treeRows.ts";

const selectionTimeoutMs = 500;

/**
 * The rows that a keyboard shortcut is about: the selected ones if the focused row is among them, else the focused row. VS Code does
 * not say which row has the focus, so the focused row is selected and deselected once.
 */
export async function readFocusedNodes(view: TreeView<TreeRow>): Promise<readonly TreeNode[]> {
  const before = view.selection;
  const after = await toggleFocusedRow(view);
  await toggleFocusedRow(view);
  const [focused] = [...after, ...before].filter((row) => after.includes(row) !== before.includes(row));
  if (!focused) return before.map(({ node }) => node);
  return (before.includes(focused) ? before : [focused]).map(({ node }) => node);
}

async function toggleFocusedRow(view: TreeView<TreeRow>): Promise<readonly TreeRow[]> {
  const changed = Promise.withResolvers<void>();
  const listener = view.onDidChangeSelection(() => changed.resolve());
  const timer = setTimeout(changed.resolve, selectionTimeoutMs);
  try {
    await commands.executeCommand("list.toggleSelection");
    await changed.promise;
    return view.selection;
  } finally {
    clearTimeout(timer);
    listener.dispose();
  }
}
