import { isRecord } from "../../text/record.ts";
import { type ApiKeyNode, type ApiKeysNode, apiKeysTreeRow, apiKeyTreeRow } from "../account/rows/apiKeyTreeRows.ts";
import { type GrantNode, type GrantsNode, grantsTreeRow, grantTreeRow } from "../account/rows/grantTreeRows.ts";
import {
  type IdentityNode,
  identityTreeRow,
  type UserSettingsNode,
  userSettingsTreeRow,
} from "../account/rows/identityTreeRows.ts";
import {
  type OauthConnectionNode,
  type OauthConnectionsNode,
  oauthConnectionsTreeRow,
  oauthConnectionTreeRow,
} from "../account/rows/oauthConnectionTreeRows.ts";
import {
  type AuditLogNode,
  auditLogTreeRow,
  type MemberNode,
  type MembersNode,
  membersTreeRow,
  memberTreeRow,
  type OrganizationNode,
  organizationTreeRow,
} from "../account/rows/organizationTreeRows.ts";
import { type MetricNode, metricTreeRow, type UsageNode, usageTreeRow } from "../account/rows/usageTreeRows.ts";
import { type AgentsNode, type AgentUseNode, agentsTreeRow, agentUseTreeRow } from "../agents/rows/agentUseTreeRows.ts";
import { type MoreNode, moreTreeRow, type NoteNode, noteTreeRow } from "../base/rows/noteTreeRows.ts";
import type { TreeRowKind } from "../base/rows/treeRowKind.ts";
import {
  type ConnectionNode,
  type ConnectionsNode,
  connectionsTreeRow,
  connectionTreeRow,
} from "../connection/rows/connectionTreeRows.ts";
import { type DeploymentNode, deploymentTreeRow } from "../deployment/rows/deploymentTreeRow.ts";
import { type ProjectNode, projectTreeRow } from "../project/rows/projectTreeRow.ts";
import {
  type ArtifactNode,
  type ArtifactsNode,
  artifactsTreeRow,
  artifactTreeRow,
  type VersionNode,
  versionTreeRow,
} from "../registry/rows/artifactTreeRows.ts";
import { type FileNode, type FolderNode, fileTreeRow, folderTreeRow } from "../registry/rows/fileTreeRows.ts";
import {
  type ServerGroupNode,
  type ServerNode,
  serverGroupTreeRow,
  serverTreeRow,
} from "../server/rows/serverTreeRows.ts";
import {
  type VariableNode,
  type VariablesNode,
  variablesTreeRow,
  variableTreeRow,
} from "../server/rows/variableTreeRows.ts";
import { type AddedSkillNode, addedSkillTreeRow } from "../skill/rows/addedSkillTreeRow.ts";
import { type InstallationNode, installationTreeRow } from "../skill/rows/installationTreeRow.ts";
import {
  type SkillNode,
  type SkillProblemNode,
  type SkillSourceNode,
  skillProblemTreeRow,
  skillSourceTreeRow,
  skillTreeRow,
} from "../skill/rows/skillTreeRows.ts";
import {
  type TestRunNode,
  type TestRunsNode,
  testRunsTreeRow,
  testRunTreeRow,
} from "../testing/rows/testRunTreeRows.ts";
import {
  type McpListNode,
  type McpSkillNode,
  mcpListTreeRow,
  mcpSkillTreeRow,
  type PromptNode,
  promptTreeRow,
  type ResourceNode,
  resourceTreeRow,
} from "../tools/rows/mcpContentTreeRows.ts";
import {
  type McpServerNode,
  mcpServerTreeRow,
  type ToolGroupNode,
  type ToolNode,
  type ToolsNode,
  toolGroupTreeRow,
  toolsTreeRow,
  toolTreeRow,
  type VersionToolNode,
  type VersionToolsNode,
  versionToolsTreeRow,
  versionToolTreeRow,
} from "../tools/rows/toolTreeRows.ts";

/**
 * Tree elements as plain data. VS Code passes a command the element itself, so commands, filters and tests need
 * nothing else.
 */
export type TreeNode =
  | ProjectNode
  | ServerNode
  | ServerGroupNode
  | AgentsNode
  | AgentUseNode
  | VariablesNode
  | VariableNode
  | ToolsNode
  | McpServerNode
  | ToolGroupNode
  | ToolNode
  | McpListNode
  | McpSkillNode
  | ResourceNode
  | PromptNode
  | DeploymentNode
  | ArtifactsNode
  | ArtifactNode
  | VersionNode
  | VersionToolsNode
  | VersionToolNode
  | FolderNode
  | FileNode
  | SkillNode
  | SkillSourceNode
  | InstallationNode
  | AddedSkillNode
  | SkillProblemNode
  | TestRunsNode
  | TestRunNode
  | IdentityNode
  | ConnectionsNode
  | ConnectionNode
  | OrganizationNode
  | MembersNode
  | MemberNode
  | UsageNode
  | MetricNode
  | AuditLogNode
  | ApiKeysNode
  | ApiKeyNode
  | OauthConnectionsNode
  | OauthConnectionNode
  | GrantsNode
  | GrantNode
  | UserSettingsNode
  | MoreNode
  | NoteNode;

export type TreeNodeOfKind<Kind extends TreeNode["kind"]> = Extract<TreeNode, { kind: Kind }>;

/**
 * All kinds of tree rows. A new kind is a file in `rows/` with its node type and behaviour, its lines in this file,
 * and its line in the test of this file.
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
} as const satisfies { readonly [Kind in TreeNode["kind"]]: TreeRowKind<TreeNodeOfKind<Kind>, TreeNode> };

export function rowOf(node: TreeNode): TreeRowKind<TreeNode, TreeNode> {
  return treeRowKinds[node.kind];
}

/** VS Code passes a command any value, so it is checked. */
export function isTreeNode(value: unknown): value is TreeNode {
  return isRecord(value) && Object.hasOwn(treeRowKinds, String(value.kind));
}
