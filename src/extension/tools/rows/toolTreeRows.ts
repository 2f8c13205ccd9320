import * as l10n from "@vscode/l10n";
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
  describe: ({ server: { toolCount, source }, tokens }) => ({
    label: l10n.t("Tools"),
    description: joinTextParts(
      typeof toolCount === "number" ? String(toolCount) : undefined,
      // Rows of attached skills are below this one.
      source?.skills?.length ? formatQuantity(source.skills.length, l10n.t("skill"), l10n.t("skills")) : undefined,
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
export function describeTool(tool: ListedTool, serverName: string, use?: string): NodeText {
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
