import * as l10n from "@vscode/l10n";
import type { McpResource, McpSkill, Prompt } from "../../../client/mcp/mcpConnection.ts";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { collectFacts, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import {
  formatServerKey,
  groupTools,
  type McpServerOfNode,
  type ToolGroupNode,
  type ToolNode,
} from "./toolTreeRows.ts";

/** What an MCP server has of one kind. The tools of a deployed server are rows of their own. */
export interface McpListNode {
  readonly kind: "mcpList";
  readonly list: "tools" | "skills" | "resources" | "prompts";
  readonly server: McpServerOfNode;
  readonly items: readonly McpItemNode[];
}

type McpItemNode = ToolNode | McpSkillNode | ResourceNode | PromptNode;

export interface McpSkillNode {
  readonly kind: "mcpSkill";
  readonly server: McpServerOfNode;
  readonly skill: McpSkill;
}

export interface ResourceNode {
  readonly kind: "resource";
  readonly server: McpServerOfNode;
  readonly resource: McpResource;
}

export interface PromptNode {
  readonly kind: "prompt";
  readonly server: McpServerOfNode;
  readonly prompt: Prompt;
}

const lists: Readonly<Record<McpListNode["list"], { label: string; icon: string; note?: string }>> = {
  tools: { label: l10n.t("Tools"), icon: "tools" },
  skills: {
    label: l10n.t("Skills"),
    icon: "mortar-board",
    note: l10n.t("What the server teaches agents about its tools."),
  },
  resources: { label: l10n.t("Resources"), icon: "files" },
  prompts: { label: l10n.t("Prompts"), icon: "comment-discussion" },
};

export const mcpListTreeRow: TreeRowKind<McpListNode, McpItemNode | ToolGroupNode> = {
  id: ({ list, server }) => `mcpList:${list}:${formatServerKey(server)}`,
  collapsible: "collapsed",
  describe: ({ list, items }) => {
    const { label, icon, note } = lists[list];
    const facts = () => (note === undefined ? [] : [["", note] as const]);
    return { label, icon, description: String(items.length), facts, context: `mcpList.${list}` };
  },
  children: ({ server, items }) => {
    const tools = items.filter((item) => item.kind === "tool");
    return tools.length > 0 ? groupTools(formatServerKey(server), tools) : items;
  },
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

/** A page that a host shows beside a tool (the extension MCP Apps) has a type of its own. */
const formatMimeType = (mimeType: string | undefined) => (mimeType?.includes("profile=mcp-app") ? "MCP App" : mimeType);

export const resourceTreeRow: TreeRowKind<ResourceNode> = {
  id: ({ server, resource }) => `resource:${formatServerKey(server)} ${resource.uri}`,
  accessibleName: l10n.t("Resource"),
  describe: ({ resource: { name, title, uri, description, mimeType, size, variables } }) => ({
    label: title ?? name,
    description: joinTextParts(
      variables && uri,
      formatMimeType(mimeType),
      size === undefined ? undefined : formatByteSize(size),
    ),
    icon: variables ? "symbol-key" : "file",
    facts: () =>
      collectFacts([l10n.t("Resource"), name], ["URI", uri], [l10n.t("Description"), description?.slice(0, 1000)]),
    context: "resource",
  }),
  click: () => ({ command: "fairlead.mcp.open", title: l10n.t("Open") }),
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
