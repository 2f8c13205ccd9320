// What ours is measured beside: the least that is an extension, and the least that is a tree.
const vscode = require("vscode");

exports.activate = (context) => {
  context.subscriptions.push(vscode.commands.registerCommand("bare.hello", () => "hello"));
  return { showItems: (all, onItem) => showItems(context, all, onItem) };
};

/** A tree of items with these fields; answers what draws others in their place. `onItem` is told of each that VS Code asks for. */
function showItems(context, all, onItem) {
  const changes = new vscode.EventEmitter();
  const known = new Map();
  const itemOf = (fields) => {
    const item = known.get(fields) ?? Object.assign(new vscode.TreeItem(fields.label), fields);
    known.set(fields, item);
    return item;
  };
  let items = all.map(itemOf);
  const treeDataProvider = {
    onDidChangeTreeData: changes.event,
    getChildren: () => items,
    getTreeItem: (item) => {
      onItem();
      return item;
    },
  };
  context.subscriptions.push(vscode.window.createTreeView("bare.items", { treeDataProvider }), changes);
  return (others) => {
    items = others.map(itemOf);
    changes.fire(undefined);
  };
}
