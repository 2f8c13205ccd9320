import * as l10n from "@vscode/l10n";
import type { TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { readToolGroup } from "../../server/model/operations/toolEffect.ts";
import type { ToolNode, VersionToolNode } from "./toolTreeRows.ts";

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
