// What ours is measured beside: the least that is an extension, and the least that is a tree.
const vscode = require("vscode");

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("bare.hello", () => "hello"));
  return { showItems: (labels, onItem) => showItems(context, labels, onItem) };
};

/** A tree of these items; answers what draws them anew. `onItem` is told of each that VS Code asks for. */
function showItems(context, labels, onItem) {
  const changes = new vscode.EventEmitter();
  const items = labels.map((label) => new vscode.TreeItem(label));
  const treeDataProvider = {
    onDidChangeTreeData: changes.event,
    getChildren: () => items,
    getTreeItem: (item) => {
      onItem();
      return item;
    },
  };
  context.subscriptions.push(vscode.window.createTreeView("bare.items", { treeDataProvider }), changes);
  return () => changes.fire(undefined);
}
