import { isRecord } from "../../text/record.ts";
import { toVisibleText } from "../../text/toVisibleText.ts";
import { apiKeysTreeRow, apiKeyTreeRow } from "../account/rows/apiKeyTreeRows.ts";
import { grantsTreeRow, grantTreeRow } from "../account/rows/grantTreeRows.ts";
import { identityTreeRow, userSettingsTreeRow } from "../account/rows/identityTreeRows.ts";
import { oauthConnectionsTreeRow, oauthConnectionTreeRow } from "../account/rows/oauthConnectionTreeRows.ts";
import {
  auditLogTreeRow,
  membersTreeRow,
  memberTreeRow,
  organizationTreeRow,
} from "../account/rows/organizationTreeRows.ts";
import { metricTreeRow, usageTreeRow } from "../account/rows/usageTreeRows.ts";
import { agentsTreeRow, agentUseTreeRow } from "../agents/rows/agentUseTreeRows.ts";
import { moreTreeRow, noteTreeRow } from "../base/rows/noteTreeRows.ts";
import type { NodeFacts, NodeText, TreeRowKind } from "../base/rows/treeRowKind.ts";
import { connectionsTreeRow, connectionTreeRow } from "../connection/rows/connectionTreeRows.ts";
import { deploymentTreeRow } from "../deployment/rows/deploymentTreeRow.ts";
import { projectTreeRow } from "../project/rows/projectTreeRow.ts";
import { artifactsTreeRow, artifactTreeRow, versionTreeRow } from "../registry/rows/artifactTreeRows.ts";
import { fileTreeRow, folderTreeRow } from "../registry/rows/fileTreeRows.ts";
import { serverGroupTreeRow, serverTreeRow } from "../server/rows/serverTreeRows.ts";
import { variablesTreeRow, variableTreeRow } from "../server/rows/variableTreeRows.ts";
import { addedSkillTreeRow } from "../skill/rows/addedSkillTreeRow.ts";
import { installationTreeRow } from "../skill/rows/installationTreeRow.ts";
import { skillProblemTreeRow, skillSourceTreeRow, skillTreeRow } from "../skill/rows/skillTreeRows.ts";
import { testRunsTreeRow, testRunTreeRow } from "../testing/rows/testRunTreeRows.ts";
import { mcpListTreeRow, mcpSkillTreeRow, promptTreeRow, resourceTreeRow } from "../tools/rows/mcpContentTreeRows.ts";
import {
  mcpServerTreeRow,
  toolGroupTreeRow,
  toolsTreeRow,
  toolTreeRow,
  versionToolsTreeRow,
  versionToolTreeRow,
} from "../tools/rows/toolTreeRows.ts";

/**
 * All kinds of tree rows. A new kind is a file in `rows/` with its node type and behaviour, its line in this table, and its sample in
 * the test of this file.
 */
const treeRowKinds = {
  project: projectTreeRow,
  server: serverTreeRow,
  group: serverGroupTreeRow,
  agents: agentsTreeRow,
  agentUse: agentUseTreeRow,
  variables: variablesTreeRow,
  variable: variableTreeRow,
  tools: toolsTreeRow,
  mcpServer: mcpServerTreeRow,
  toolGroup: toolGroupTreeRow,
  tool: toolTreeRow,
  mcpList: mcpListTreeRow,
  mcpSkill: mcpSkillTreeRow,
  resource: resourceTreeRow,
  prompt: promptTreeRow,
  deployment: deploymentTreeRow,
  artifacts: artifactsTreeRow,
  artifact: artifactTreeRow,
  version: versionTreeRow,
  versionTools: versionToolsTreeRow,
  versionTool: versionToolTreeRow,
  folder: folderTreeRow,
  file: fileTreeRow,
  skill: skillTreeRow,
  source: skillSourceTreeRow,
  installation: installationTreeRow,
  addedSkill: addedSkillTreeRow,
  problem: skillProblemTreeRow,
  testRuns: testRunsTreeRow,
  testRun: testRunTreeRow,
  identity: identityTreeRow,
  connections: connectionsTreeRow,
  connection: connectionTreeRow,
  organization: organizationTreeRow,
  members: membersTreeRow,
  member: memberTreeRow,
  usage: usageTreeRow,
  metric: metricTreeRow,
  auditLog: auditLogTreeRow,
  apiKeys: apiKeysTreeRow,
  apiKey: apiKeyTreeRow,
  oauthConnections: oauthConnectionsTreeRow,
  oauthConnection: oauthConnectionTreeRow,
  grants: grantsTreeRow,
  grant: grantTreeRow,
  userSettings: userSettingsTreeRow,
  more: moreTreeRow,
  note: noteTreeRow,
} as const;

type RowKinds = typeof treeRowKinds;
type NodeOfRow<Row> = Row extends TreeRowKind<infer Node, infer _Child> ? Node : never;

/**
 * Tree elements as plain data. VS Code passes a command the element itself, so commands, filters and tests need
 * nothing else.
 */
export type TreeNode = { [Kind in keyof RowKinds]: NodeOfRow<RowKinds[Kind]> }[keyof RowKinds];

export type TreeNodeOfKind<Kind extends TreeNode["kind"]> = Extract<TreeNode, { kind: Kind }>;

export function rowOf(node: TreeNode): TreeRowKind<TreeNode, TreeNode> {
  return treeRowKinds[node.kind];
}

/** VS Code passes a command any value, so it is checked. */
export function isTreeNode(value: unknown): value is TreeNode {
  return isRecord(value) && Object.hasOwn(treeRowKinds, String(value.kind));
}

/** The text of a row without invisible characters, because names and descriptions are untrusted. */
export function describeVisibleNode(
  node: TreeNode,
  now: number,
): Omit<NodeText, "facts"> & { readonly spokenDescription: string } {
  const { label, description, spokenDescription = description, facts, ...rest } = rowOf(node).describe(node, now);
  return {
    ...rest,
    label: toVisibleText(label),
    description: toVisibleText(description),
    spokenDescription: toVisibleText(spokenDescription),
  };
}

/** The facts of its tooltip. */
export function describeVisibleFacts(node: TreeNode, now: number): NodeFacts {
  return rowOf(node)
    .describe(node, now)
    .facts()
    .map(([name, value]) => [name, toVisibleText(value)]);
}
