import * as l10n from "@vscode/l10n";
import type { McpSkill, Prompt, Resource } from "../../../client/mcp/mcpConnection.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { collectFacts, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { groupTools, type ToolGroupNode } from "./toolGroupTreeRow.ts";
import type { McpServerOfNode, ToolNode } from "./toolTreeRows.ts";

/** The tools of an MCP server that the user named by URL. */
export interface McpToolsNode {
  readonly kind: "mcpTools";
  readonly server: McpServerOfNode;
  readonly tools: readonly ToolNode[];
}

/** The skills that an MCP server serves beside its tools. */
export interface McpSkillsNode {
  readonly kind: "mcpSkills";
  readonly server: McpServerOfNode;
  readonly skills: readonly McpSkill[];
}

export interface McpSkillNode {
  readonly kind: "mcpSkill";
  readonly server: McpServerOfNode;
  readonly skill: McpSkill;
}

/** The resources of an MCP server. */
export interface ResourcesNode {
  readonly kind: "resources";
  readonly server: McpServerOfNode;
  readonly resources: readonly Resource[];
}

export interface ResourceNode {
  readonly kind: "resource";
  readonly server: McpServerOfNode;
  readonly resource: Resource;
}

/** The prompts of an MCP server. */
export interface PromptsNode {
  readonly kind: "prompts";
  readonly server: McpServerOfNode;
  readonly prompts: readonly Prompt[];
}

export interface PromptNode {
  readonly kind: "prompt";
  readonly server: McpServerOfNode;
  readonly prompt: Prompt;
}

export const formatServerKey = ({ key }: McpServerOfNode) => JSON.stringify(key);

export const mcpToolsTreeRow: TreeRowKind<McpToolsNode, ToolNode | ToolGroupNode> = {
  id: ({ server }) => `mcpTools:${formatServerKey(server)}`,
  collapsible: "collapsed",
  describe: ({ tools }) => ({
    label: l10n.t("Tools"),
    description: String(tools.length),
    icon: "tools",
    facts: () => [],
    context: "mcpTools",
  }),
  children: ({ server, tools }) => groupTools(formatServerKey(server), tools),
};

export const mcpSkillsTreeRow: TreeRowKind<McpSkillsNode, McpSkillNode> = {
  id: ({ server }) => `mcpSkills:${formatServerKey(server)}`,
  collapsible: "collapsed",
  describe: ({ skills }) => ({
    label: l10n.t("Skills"),
    description: String(skills.length),
    icon: "mortar-board",
    facts: () => [["", l10n.t("What the server teaches agents about its tools.")]],
    context: "mcpSkills",
  }),
  children: ({ server, skills }) => skills.map((skill) => ({ kind: "mcpSkill", server, skill })),
};

export const mcpSkillTreeRow: TreeRowKind<McpSkillNode> = {
  id: ({ server, skill }) => `mcpSkill:${formatServerKey(server)} ${skill.uri}`,
  accessibleName: l10n.t("Skill"),
  describe: ({ server, skill: { name, uri, description } }) => ({
    label: name,
    description,
    icon: "mortar-board",
    facts: () =>
      collectFacts(
        [l10n.t("Skill"), name],
        [l10n.t("Server"), server.name],
        ["URI", uri],
        [l10n.t("Description"), description.slice(0, 1000)],
      ),
    context: "mcpSkill",
  }),
  click: () => ({ command: "fairlead.mcp.open", title: l10n.t("Open") }),
};

export const resourcesTreeRow: TreeRowKind<ResourcesNode, ResourceNode> = {
  id: ({ server }) => `resources:${formatServerKey(server)}`,
  collapsible: "collapsed",
  describe: ({ resources }) => ({
    label: l10n.t("Resources"),
    description: String(resources.length),
    icon: "files",
    facts: () => [],
    context: "resources",
  }),
  children: ({ server, resources }) => resources.map((resource) => ({ kind: "resource", server, resource })),
};

export const resourceTreeRow: TreeRowKind<ResourceNode> = {
  id: ({ server, resource }) => `resource:${formatServerKey(server)} ${resource.uri}`,
  accessibleName: l10n.t("Resource"),
  describe: ({ resource: { name, title, uri, description, mimeType, size } }) => ({
    label: title ?? name,
    description: joinTextParts(mimeType, size === undefined ? undefined : formatByteSize(size)),
    icon: "file",
    facts: () =>
      collectFacts([l10n.t("Resource"), name], ["URI", uri], [l10n.t("Description"), description?.slice(0, 1000)]),
    context: "resource",
  }),
  click: () => ({ command: "fairlead.mcp.open", title: l10n.t("Open") }),
};

export const promptsTreeRow: TreeRowKind<PromptsNode, PromptNode> = {
  id: ({ server }) => `prompts:${formatServerKey(server)}`,
  collapsible: "collapsed",
  describe: ({ prompts }) => ({
    label: l10n.t("Prompts"),
    description: String(prompts.length),
    icon: "comment-discussion",
    facts: () => [],
    context: "prompts",
  }),
  children: ({ server, prompts }) => prompts.map((prompt) => ({ kind: "prompt", server, prompt })),
};

export const promptTreeRow: TreeRowKind<PromptNode> = {
  id: ({ server, prompt }) => `prompt:${formatServerKey(server)} ${prompt.name}`,
  accessibleName: l10n.t("Prompt"),
  describe: ({ prompt: { name, title, description, arguments: given = [] } }) => ({
    label: title ?? name,
    description: given.map((one) => one.name).join(", "),
    icon: "comment",
    facts: () => collectFacts([l10n.t("Prompt"), name], [l10n.t("Description"), description?.slice(0, 1000)]),
    context: "prompt",
  }),
  click: () => ({ command: "fairlead.mcp.open", title: l10n.t("Open") }),
};
