import { commands, type TreeView } from "vscode";
import { formatMessageText } from "../../../text/plainMessage.ts";
import type { Polling } from "../../base/polling.ts";
import type { ViewId } from "../../base/ports.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import { createViewPoller } from "../../workbench/tree/createViewPoller.ts";
import type { TreeState } from "../../workbench/tree/treeState.ts";
import type { ViewTree } from "../../workbench/tree/viewTree.ts";
import { readEditorSettings } from "../storage/readSettings.ts";
import { setViewContext } from "./contextKeys.ts";
import { createTooltip, createTreeItem } from "./createTreeItem.ts";
import { createTreeRows, type TreeRow } from "./treeRows.ts";

/** A view whose content VS Code has requested. */
export type OpenView = ReturnType<typeof openView>;

export interface ViewParts {
  readonly id: ViewId;
  readonly tree: ViewTree;
  readonly view: TreeView<TreeRow>;
  /** Makes VS Code read these rows and their children again; undefined: all rows. */
  readonly fireChange: (rows: readonly TreeRow[] | undefined) => void;
  /** Called when the poll finds a change that no other view has found. */
  readonly onChange: () => void;
  readonly polling: Polling;
}

/** Shows a tree, and refreshes it while it is visible. */
export function openView({ id, tree, view, fireChange, onChange, polling }: ViewParts) {
  const rows = createTreeRows();
  const refreshMs = () => readEditorSettings().refreshSeconds * 1000;
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
  const poller = createViewPoller({ tree, polling, refreshMs, onRefresh: show, onChange });
  const onVisibilityChange = () => {
    tree.setVisible(view.visible);
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
    children: async (parent: TreeRow | undefined) => {
      const nodes = await tree.children(parent?.node);
      show();
      if (!parent) welcome.onRead(tree.state().kind);
      return rows.of(nodes);
    },
    item: ({ node }: TreeRow) => createTreeItem(node, Date.now()),
    tooltip: ({ node }: TreeRow) => createTooltip(node, Date.now()),
    focusedNodes: () => readFocusedNodes(view),
    /**
     * Runs the command of a button in the welcome text. VS Code drops the focus when rows take the place of that text, so the view
     * takes it again when its content changes.
     */
    runWelcomeCommand: (work: () => Promise<void>) => welcome.run(tree.state().kind, work),
    /** Reads again at once if the view is visible, otherwise as soon as it is. */
    refresh: () => {
      tree.invalidate();
      poller.now();
    },
    /** Reads again at once, because another view has found a change. */
    follow: poller.follow,
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

/** The view is read within this time after the command. */
const readMs = 3_000;

/** The focus of a view whose welcome text has the focus while a command of the text runs. */
function createWelcomeFocus(id: ViewId) {
  let before: TreeState["kind"] | undefined;
  let isRunning = false;
  let hasChanged = false;
  const takeFocus = () => {
    before = undefined;
    // VS Code draws the rows first.
    setTimeout(() => void commands.executeCommand(`${id}.focus`));
  };
  return {
    run: async (kind: TreeState["kind"], work: () => Promise<void>) => {
      before = kind;
      isRunning = true;
      hasChanged = false;
      try {
        await work();
      } finally {
        isRunning = false;
        if (hasChanged) takeFocus();
        else
          setTimeout(() => {
            before = undefined;
          }, readMs);
      }
    },
    /** Call it when VS Code gets the rows of the first level. */
    onRead: (kind: TreeState["kind"]) => {
      if (before === undefined || kind === "waiting") return;
      hasChanged = kind !== before;
      // Meanwhile the command may have a question open, which would close without the focus.
      if (hasChanged && !isRunning) takeFocus();
    },
  };
}
