import { Uri } from "vscode";
import { isOperationName } from "../contract/operationNames.ts";
import type { CommandTarget } from "../core/view/commandTarget.ts";
import type { TreeNode } from "../core/view/nodes.ts";
import { TreeRow } from "./views/treeRows.ts";

/** All there are: the compiler refuses this where one is missing. */
const kinds: Readonly<Record<TreeNode["kind"], true>> = {
  project: true,
  server: true,
  group: true,
  deployment: true,
  version: true,
  artifacts: true,
  artifact: true,
  folder: true,
  file: true,
  skill: true,
  source: true,
  installation: true,
  problem: true,
  testRuns: true,
  testRun: true,
  identity: true,
  connections: true,
  connection: true,
  organization: true,
  members: true,
  member: true,
  usage: true,
  metric: true,
  apiKeys: true,
  apiKey: true,
  oauthConnections: true,
  oauthConnection: true,
  userSettings: true,
  more: true,
  note: true,
};

/** What VS Code gives a command: a row or what one shows, a resource, both with extra arguments, an operation's name, or nothing. */
export function parseCommandTarget([first, second]: readonly unknown[]): CommandTarget {
  if (first instanceof Uri)
    return { resource: first.toString(), ...(typeof second === "string" && { caseId: second }) };
  if (typeof first === "string" && isOperationName(first)) return { operation: first };
  const node = nodeOf(first);
  if (!node) return {};
  const nodes = (Array.isArray(second) ? second : []).flatMap((one) => nodeOf(one) ?? []);
  return nodes.length > 1 ? { node, nodes } : { node };
}

function nodeOf(given: unknown): TreeNode | undefined {
  const value = given instanceof TreeRow ? given.node : given;
  return isNode(value) ? value : undefined;
}

/** Nodes are ours: VS Code hands back what it was given. */
function isNode(value: unknown): value is TreeNode {
  return typeof value === "object" && value !== null && "kind" in value && Object.hasOwn(kinds, String(value.kind));
}
