import * as l10n from "@vscode/l10n";
import { joinTextParts } from "../../../text/joinTextParts.ts";
import { rowOf } from "../nodes.ts";
import type { FoundNode, NodeSearch } from "./nodeSearch.ts";
import { describeVisibleNode } from "./visibleNode.ts";

/** Prompts for one of the found nodes while the user types. undefined: cancelled. */
export type ChooseNode = (question: {
  readonly title: string;
  readonly placeholder: string;
  readonly search: NodeSearch;
}) => Promise<FoundNode | undefined>;

/** A command of a row's context menu. */
export interface RowCommand {
  readonly id: string;
  readonly title: string;
}

/** A found node as a choice. */
export interface NodeChoice {
  /** The identity: a node that is found again replaces the choice. */
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly icon: string;
  readonly found: FoundNode;
}

export function createNodeChoice(found: FoundNode, now: number): NodeChoice {
  const { node, tool } = found;
  const row = rowOf(node);
  const key = row.id(node);
  if (tool) {
    const { name, line, serverName } = tool;
    return {
      key: `${key}:${line}`,
      label: name,
      description: joinTextParts(l10n.t("Tool"), serverName),
      icon: "tools",
      found,
    };
  }
  const { label, description, icon } = describeVisibleNode(node, now);
  const owner = node.kind === "version" ? node.artifact.name : undefined;
  const server = node.kind === "tool" ? node.server.name : node.kind === "versionTool" ? node.artifact.name : undefined;
  return {
    key,
    label: owner === undefined ? label : `${owner} ${label}`,
    found,
    description: joinTextParts(row.accessibleName, server, description),
    icon: icon.replace("~spin", ""),
  };
}
