import { commands, type MarkdownString, type TreeItem, type TreeView } from "vscode";
import { formatMessageText } from "../../../text/plainMessage.ts";
import type { Polling } from "../../base/polling.ts";
import type { Disposable, ViewId } from "../../base/ports.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import { createViewPoller } from "../../workbench/tree/createViewPoller.ts";
import type { ViewTree } from "../../workbench/tree/viewTree.ts";
import { setViewContext } from "./contextKeys.ts";
import { createTooltip, createTreeItem } from "./createTreeItem.ts";
import { createTreeRows, type TreeRow } from "./treeRows.ts";
import { createWelcomeFocus } from "./welcomeFocus.ts";

/** A view whose content VS Code has requested. */
export interface OpenView extends Disposable {
  children(parent: TreeRow | undefined): Promise<readonly TreeRow[]>;
  item(row: TreeRow): TreeItem;
  tooltip(row: TreeRow): MarkdownString | undefined;
  /** The rows that a keyboard shortcut is about. */
  focusedNodes(): Promise<readonly TreeNode[]>;
  /**
   * Runs the command of a button in the welcome text. VS Code drops the focus when rows take the place of that text, so the view
   * takes it again when its content changes.
   */
  runWelcomeCommand(work: () => Promise<void>): Promise<void>;
  /** Reads again at once if the view is visible, otherwise as soon as it is. */
  refresh(): void;
}

export interface ViewParts {
  readonly id: ViewId;
  readonly tree: ViewTree;
  readonly view: TreeView<TreeRow>;
  /** Makes VS Code read these rows and their children again; undefined: all rows. */
  readonly fireChange: (rows: readonly TreeRow[] | undefined) => void;
  readonly refreshMs: () => number;
  readonly polling: Polling;
  readonly now: () => number;
}

/** Shows a tree, and refreshes it while it is visible. */
export function openView({ id, tree, view, fireChange, refreshMs, polling, now }: ViewParts): OpenView {
  const rows = createTreeRows();
  const welcome = createWelcomeFocus(id);
  const show = () => {
    const state = tree.state();
    const message = formatMessageText(state.message ?? "");
    // VS Code delays rows that change within 200 ms after a message, so an unchanged message is not set again.
    if (message !== (view.message ?? "")) view.message = message;
    const description = state.description ?? "";
    if (description !== (view.description ?? "")) view.description = description;
    // A hidden view is not read again when something changes.
    setViewContext(id, state, view.visible ? tree.rowContexts() : undefined);
  };
  const poller = createViewPoller({ tree, polling, refreshMs, onRefresh: show });
  const onVisibilityChange = () => {
    if (view.visible) return poller.start();
    poller.stop();
    show();
  };
  const subscriptions = [
    view.onDidChangeVisibility(onVisibilityChange),
    tree.onDidChange((change) => {
      fireChange(rows.changed(change));
      show();
    }),
  ];
  onVisibilityChange();
  return {
    children: async (parent) => {
      const nodes = await tree.children(parent?.node);
      show();
      if (!parent) welcome.onRead(tree.state().kind);
      return rows.of(nodes);
    },
    item: ({ node }) => createTreeItem(node, now()),
    tooltip: ({ node }) => createTooltip(node, now()),
    focusedNodes: () => readFocusedNodes(view),
    runWelcomeCommand: (work) => welcome.run(tree.state().kind, work),
    refresh: () => {
      tree.invalidate();
      poller.now();
    },
    dispose: () => {
      poller.stop();
      for (const one of subscriptions) one.dispose();
    },
  };
}

const selectionTimeoutMs = 500;

/**
 * The rows that a keyboard shortcut is about: the selected ones if the focused row is among them, else the focused row. VS Code does
 * not say which row has the focus, so the focused row is selected and deselected once.
 */
async function readFocusedNodes(view: TreeView<TreeRow>): Promise<readonly TreeNode[]> {
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
