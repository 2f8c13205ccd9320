import * as l10n from "@vscode/l10n";
import {
  type Disposable,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
} from "vscode";
import { formatFactName } from "../../../text/markdown/escapeMarkdown.ts";
import { describeVisibleFacts, describeVisibleNode, rowOf, type TreeNode } from "../../workbench/nodes.ts";

/** The only place that makes TreeItems; their tooltips are made by `createTooltip`. */
export function createTreeItem(node: TreeNode, now: number): TreeItem {
  const row = rowOf(node);
  const { label, description, spokenDescription, icon, context, isMuted } = describeVisibleNode(node, now);
  const isLeaf = row.collapsible === undefined || row.isLeaf?.(node);
  const item = new TreeItem(label, isLeaf ? TreeItemCollapsibleState.None : collapsibleStates[row.collapsible]);
  item.id = row.id(node);
  item.description = description;
  item.contextValue = context;
  item.iconPath = new ThemeIcon(icon, colorOf(icon));
  item.accessibilityInformation = { label: [row.accessibleName, label, spokenDescription].filter(Boolean).join(", ") };
  const click = row.click?.(node);
  if (click) item.command = { ...click, arguments: [node] };
  const opened = row.opens?.(node);
  if (opened !== undefined) item.command = createOpenCommand(Uri.parse(opened, true));
  if (isMuted) item.resourceUri = createMutedUri(row.id(node));
  const documentUri = row.documentUri?.(node);
  if (documentUri !== undefined) showDocument(item, Uri.parse(documentUri, true));
  return item;
}

/** The row has the icon of the document's file type, and a click opens the document. */
function showDocument(item: TreeItem, uri: Uri): void {
  item.resourceUri = uri;
  item.iconPath = ThemeIcon.File;
  item.command = createOpenCommand(uri);
}

/** VS Code keeps the focus in the view when it opens a document by a click. */
const createOpenCommand = (uri: Uri) => ({ command: "vscode.open", title: l10n.t("Open File"), arguments: [uri] });

const collapsibleStates = {
  collapsed: TreeItemCollapsibleState.Collapsed,
  expanded: TreeItemCollapsibleState.Expanded,
};

/** Colour only repeats what icon and words say. */
const colors: Readonly<Record<string, string>> = {
  pass: "testing.iconPassed",
  "pass-filled": "testing.iconPassed",
  error: "testing.iconFailed",
  warning: "list.warningForeground",
  archive: "descriptionForeground",
};

function colorOf(icon: string): ThemeColor | undefined {
  const color = colors[icon];
  return color === undefined ? undefined : new ThemeColor(color);
}

/** What a row says to who rests on it: made then, as it costs more than the row. Never trusted, and text and nothing else. */
export function createTooltip(node: TreeNode, now: number): MarkdownString | undefined {
  const facts = describeVisibleFacts(node, now);
  if (facts.length === 0) return undefined;
  const text = new MarkdownString();
  for (const [name, value] of facts) {
    if (name !== "") text.appendMarkdown(formatFactName(name));
    text.appendText(value);
    text.appendMarkdown("\n\n");
  }
  return text;
}

const scheme = "fairlead-muted";

/** The resource of a row that is shown greyed. It is no document. */
function createMutedUri(rowId: string): Uri {
  return Uri.from({ scheme, path: `/${rowId}` });
}

/** Greys the labels of rows of archived items. */
export function registerMutedRows(): Disposable {
  return window.registerFileDecorationProvider({
    provideFileDecoration: (uri) =>
      uri.scheme === scheme ? { color: new ThemeColor("descriptionForeground") } : undefined,
  });
}
