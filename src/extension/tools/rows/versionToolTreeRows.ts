import * as l10n from "@vscode/l10n";
import { formatSearchedTool } from "../../../contract/mcp/searchTool.ts";
import type { VersionTool } from "../../../contract/routes/toolsRoute.ts";
import { estimateToolTokens } from "../../../text/estimateTokens.ts";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import type { TreeRowKind } from "../../base/rows/treeRowKind.ts";
import type { VersionedArtifact } from "../../registry/model/versionedArtifact.ts";
import { formatTokenCount } from "../../server/model/operations/operationFilter.ts";
import { groupTools, type ToolGroupNode } from "./toolGroupTreeRow.ts";
import { describeTool, type VersionToolNode } from "./toolTreeRows.ts";

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
