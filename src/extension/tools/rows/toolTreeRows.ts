import * as l10n from "@vscode/l10n";
import { formatSearchedTool } from "../../../contract/mcp/searchTool.ts";
import type { VersionTool } from "../../../contract/routes/toolsRoute.ts";
import type { Server } from "../../../contract/servers.ts";
import { estimateToolTokens } from "../../../text/estimateTokens.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { removeMarkdown } from "../../../text/markdown/removeMarkdown.ts";
import { collectFacts, type NodeText, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import type { VersionedArtifact } from "../../registry/model/versionedArtifact.ts";
import { formatTokenCount } from "../../server/model/operations/operationFilter.ts";
import {
  formatToolEffect,
  isPinned,
  type ListedTool,
  readHintReason,
  readToolEffect,
  readToolGroup,
  toolEffectIcons,
  toolEffectTexts,
} from "../../server/model/operations/toolEffect.ts";
import type { McpServerKey } from "../model/mcpTarget.ts";
import { formatToolKey } from "../model/toolCalls.ts";

/** The tools of a deployed server, and its resources and prompts; read on expansion. */
export interface ToolsNode {
  readonly kind: "tools";
  readonly server: Server;
  readonly deploymentId: string | undefined;
  /** The latest version is live, of which the server says tools and skills. */
  readonly isLatest: boolean;
  /** What the list costs an agent, estimated; undefined: it was not read yet. */
  readonly tokens: number | undefined;
}

/** An MCP server that the user named by URL, for this window. */
export interface McpServerNode {
  readonly kind: "mcpServer";
  readonly name: string;
  readonly url: string;
}

/** A server, as the rows below it need it. */
export interface McpServerOfNode {
  readonly key: McpServerKey;
  readonly name: string;
}

export const formatServerKey = ({ key }: McpServerOfNode) => JSON.stringify(key);

export interface ToolNode {
  readonly kind: "tool";
  readonly server: McpServerOfNode;
  readonly tool: ListedTool;
  /** How often it was called, as a text; undefined: not known. */
  readonly use?: string | undefined;
}

/** A tool of a version. */
export interface VersionToolNode {
  readonly kind: "versionTool";
  readonly artifact: VersionedArtifact;
  readonly version: string;
  readonly tool: VersionTool;
}

export const toolsTreeRow: TreeRowKind<ToolsNode> = {
  id: ({ server }) => `tools:${server.id}`,
  collapsible: "collapsed",
  describe: ({ server: { toolCount, source }, isLatest, tokens }) => ({
    label: l10n.t("Tools"),
    description: joinTextParts(
      isLatest && typeof toolCount === "number" ? String(toolCount) : undefined,
      // Rows of attached skills are below this one.
      isLatest && source?.skills?.length
        ? formatQuantity(source.skills.length, l10n.t("skill"), l10n.t("skills"))
        : undefined,
      tokens === undefined ? undefined : formatTokenCount([{ tokens }]),
    ),
    icon: "tools",
    facts: () => [["", l10n.t("What agents can call. Expand the row to ask the live deployment.")]],
    context: "tools",
  }),
  serviceId: ({ server }) => server.id,
};

export const mcpServerTreeRow: TreeRowKind<McpServerNode> = {
  id: ({ url }) => `mcpServer:${url}`,
  accessibleName: l10n.t("MCP server"),
  collapsible: "collapsed",
  describe: ({ name, url }) => ({
    label: name,
    description: l10n.t("MCP server, for this window"),
    icon: "plug",
    facts: () => [
      ["URL", url],
      ["", l10n.t("It is no server of the service. This window forgets it when it is closed.")],
    ],
    context: "mcpServer",
  }),
};

export const toolTreeRow: TreeRowKind<ToolNode> = {
  id: ({ server, tool }) => `tool:${formatToolKey({ server: server.key, tool: tool.name })}`,
  accessibleName: l10n.t("Tool"),
  describe: ({ server, tool, use }) => describeTool(tool, server.name, use),
  click: () => ({ command: "fairlead.tool.open", title: l10n.t("Open Tool") }),
};

const longestDescription = 1000;

/** The row of a tool of a live server, or of a version. */
function describeTool(tool: ListedTool, serverName: string, use?: string): NodeText {
  const { name, description } = tool;
  const annotated = tool.annotations?.title;
  const title = tool.title ?? (typeof annotated === "string" ? annotated : undefined);
  const effect = readToolEffect(tool);
  const isTitled = title !== undefined && title !== name;
  return {
    label: isTitled ? title : name,
    description: joinTextParts(
      isTitled ? name : undefined,
      effect === "unstated" ? undefined : toolEffectTexts[effect],
      isPinned(tool) ? l10n.t("pinned") : undefined,
      use,
    ),
    icon: toolEffectIcons[effect],
    facts: () =>
      collectFacts(
        [l10n.t("Tool"), name],
        [l10n.t("Server"), serverName],
        [l10n.t("Group"), readToolGroup(tool)],
        [l10n.t("Effect"), formatToolEffect(tool)],
        [l10n.t("Reason"), readHintReason(tool)],
        [l10n.t("Description"), description && removeMarkdown(description.slice(0, longestDescription))],
        [l10n.t("Calls"), use],
        [l10n.t("Tokens in a list"), l10n.t`about ${estimateToolTokens(tool)}`],
      ),
    context: `tool.${effect}`,
  };
}

type AnyToolNode = ToolNode | VersionToolNode;

/** Some of the tools of a server or of a version: those of one tag, or of one `group` in `x-mcp`. */
export interface ToolGroupNode {
  readonly kind: "toolGroup";
  /** The id of the row of all tools. */
  readonly owner: string;
  /** Empty: the tools without a group. */
  readonly name: string;
  readonly tools: readonly AnyToolNode[];
}

export const toolGroupTreeRow: TreeRowKind<ToolGroupNode, AnyToolNode> = {
  id: ({ owner, name }) => `toolGroup:${owner}:${name}`,
  accessibleName: l10n.t("Group of tools"),
  collapsible: "collapsed",
  describe: ({ name, tools }) => ({
    label: name || l10n.t("Without a group"),
    description: String(tools.length),
    icon: "symbol-namespace",
    facts: () => [],
    context: "toolGroup",
  }),
  children: ({ tools }) => tools,
};

/** A list that is longer needs scrolling. */
const mostUngrouped = 20;

/** The rows of many tools are their groups, in the order of their first tools. Those without a group are last. */
export function groupTools<Node extends AnyToolNode>(
  owner: string,
  tools: readonly Node[],
): readonly (Node | ToolGroupNode)[] {
  const byName = Map.groupBy(tools, ({ tool }) => readToolGroup(tool) ?? "");
  if (tools.length <= mostUngrouped || byName.size < 2) return tools;
  const groups = [...byName].map(([name, members]) => ({ kind: "toolGroup", owner, name, tools: members }) as const);
  return [...groups.filter(({ name }) => name !== ""), ...groups.filter(({ name }) => name === "")];
}

/** The tools of a version. */
export interface VersionToolsNode {
  readonly kind: "versionTools";
  readonly artifact: VersionedArtifact;
  readonly version: string;
  readonly tools: readonly VersionTool[];
}

const createVersionToolsId = ({ artifact, version }: VersionToolsNode) => `versionTools:${artifact.id}:${version}`;

export const versionToolsTreeRow: TreeRowKind<VersionToolsNode, VersionToolNode | ToolGroupNode> = {
  id: createVersionToolsId,
  collapsible: "collapsed",
  describe: ({ tools }) => ({
    label: l10n.t("Tools"),
    description: joinTextParts(
      String(tools.length),
      tools.some(isReachedBySearch)
        ? l10n.t("through search")
        : formatTokenCount(tools.map((tool) => ({ tokens: estimateToolTokens(tool) }))),
    ),
    icon: "tools",
    facts: () => [["", l10n.t("What agents can call when this version is deployed.")]],
    context: "versionTools",
  }),
  children: (node) => {
    const { artifact, version, tools } = node;
    const rows = tools.map((tool) => ({ kind: "versionTool", artifact, version, tool }) as const);
    return groupTools(createVersionToolsId(node), rows);
  },
};

export const versionToolTreeRow: TreeRowKind<VersionToolNode> = {
  id: ({ artifact, version, tool }) => `versionTool:${artifact.id}:${version}:${tool.name}`,
  accessibleName: l10n.t("Tool"),
  describe: ({ artifact, version, tool }) => {
    const { context, ...text } = describeTool(tool, `${artifact.name} ${version}`);
    return { ...text, context: `versionT${context.slice(1)}` };
  },
  click: () => ({ command: "fairlead.tool.open", title: l10n.t("Open Tool") }),
};

/** Agents do not get it in their list: the server offers search instead. */
export const isReachedBySearch = ({ name }: VersionTool): boolean => name.startsWith(formatSearchedTool(""));
