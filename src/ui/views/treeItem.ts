import { MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from "vscode";
import { versionFileUri } from "../../core/documents/virtualUris.ts";
import { nodeId, type TreeNode } from "../../core/view/nodes.ts";
import { describeVisibleFacts, describeVisibleNode } from "../../core/view/visibleNode.ts";
import { formatFactName } from "../../text/escapeMarkdown.ts";

/** The only place that makes TreeItems; their tooltips are `tooltipOf`. */
export function createTreeItem(node: TreeNode, now: number): TreeItem {
  const { label, description, icon, context } = describeVisibleNode(node, now);
  const item = new TreeItem(label, collapsibleOf(node));
  item.id = nodeId(node);
  item.description = description;
  item.contextValue = context;
  item.iconPath = new ThemeIcon(icon, colorOf(icon));
  item.accessibilityInformation = { label: [kindWords[node.kind], label, description].filter(Boolean).join(", ") };
  open(item, node);
  return item;
}

const { None, Collapsed, Expanded } = TreeItemCollapsibleState;
const collapsible = {
  project: None,
  server: Collapsed,
  group: Collapsed,
  deployment: None,
  artifacts: Expanded,
  artifact: Collapsed,
  version: Collapsed,
  folder: Collapsed,
  file: None,
  skill: Collapsed,
  source: Collapsed,
  installation: None,
  problem: None,
  testRuns: Collapsed,
  testRun: None,
  identity: None,
  connections: Expanded,
  connection: None,
  organization: None,
  members: Collapsed,
  member: None,
  usage: Collapsed,
  metric: None,
  apiKeys: Collapsed,
  apiKey: None,
  oauthConnections: Collapsed,
  oauthConnection: None,
  userSettings: None,
  more: None,
  note: None,
} as const satisfies Record<TreeNode["kind"], TreeItemCollapsibleState>;

/** A folder is only opened to see what is wrong with it. */
function collapsibleOf(node: TreeNode): TreeItemCollapsibleState {
  const hasNothing = node.kind === "source" && node.source.problems.length === 0;
  return hasNothing ? None : collapsible[node.kind];
}

const kindWords = {
  project: "Project",
  server: "Server",
  group: "",
  deployment: "Deployment",
  artifacts: "",
  artifact: "Artifact",
  version: "Version",
  folder: "Folder",
  file: "File",
  skill: "Skill",
  source: "Skill folder",
  installation: "Installation",
  problem: "Problem",
  testRuns: "",
  testRun: "Test run",
  identity: "Signed in as",
  connections: "",
  connection: "Connection",
  organization: "Organization",
  members: "",
  member: "Member",
  usage: "",
  metric: "Usage",
  apiKeys: "",
  apiKey: "API key",
  oauthConnections: "",
  oauthConnection: "OAuth connection",
  userSettings: "",
  more: "",
  note: "",
} as const satisfies Record<TreeNode["kind"], string>;

/** Colour only repeats what icon and words say. */
const colors: Readonly<Record<string, string>> = {
  pass: "testing.iconPassed",
  "pass-filled": "testing.iconPassed",
  error: "testing.iconFailed",
  warning: "list.warningForeground",
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

/** What a click does. */
function open(item: TreeItem, node: TreeNode): void {
  if (node.kind === "deployment") run(item, "fairlead.deployment.open", "Open Deployment", node);
  if (node.kind === "problem") run(item, "fairlead.skill.open", "Open Where It Is", node);
  if (node.kind === "testRun") run(item, "fairlead.testRun.open", "Open Test Run", node);
  if (node.kind === "more") run(item, "fairlead.loadMore", "Load More", node);
  if (node.kind === "note" && node.command) run(item, node.command, node.label, node);
  if (node.kind === "project") run(item, "fairlead.project.select", "Select Project", node);
  if (node.kind === "connection" && !node.isActive)
    run(item, "fairlead.connection.switch", "Use This Connection", node);
  if (node.kind === "oauthConnection") run(item, "fairlead.oauthConnection.open", "Open OAuth Connection", node);
  if (node.kind === "metric") run(item, "fairlead.organization.showUsage", "Show Usage", node);
  if (node.kind === "userSettings") run(item, "fairlead.account.editSettings", "Edit Service Settings", node);
  if (node.kind !== "file") return;
  const { artifact, version, path } = node;
  const uri = versionFileUri({ name: artifact.name, artifactId: artifact.id, version, path });
  item.resourceUri = Uri.parse(uri, true);
  item.iconPath = ThemeIcon.File;
  item.command = { command: "vscode.open", title: "Open File", arguments: [item.resourceUri] };
}

function run(item: TreeItem, command: string, title: string, node: TreeNode): void {
  item.command = { command, title, arguments: [node] };
}
