import { visibleText } from "../../text/toVisibleText.ts";
import { describeNode } from "./describeNode.ts";
import type { Node } from "./nodes.ts";
import type { Facts, NodeText } from "./nodeText.ts";

/** What a row says, with nothing in it that cannot be seen: names and descriptions are whatever somebody wrote. */
export function shownNode(node: Node, now: number): Omit<NodeText, "facts"> {
  const { label, description, facts, ...rest } = describeNode(node, now);
  return { ...rest, label: visibleText(label), description: visibleText(description) };
}

/** What its tooltip says. */
export function shownFacts(node: Node, now: number): Facts {
  return describeNode(node, now)
    .facts()
    .map(([name, value]) => [name, visibleText(value)]);
}
