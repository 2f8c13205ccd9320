import * as l10n from "@vscode/l10n";
import type { AnswerNode, ShownReading } from "../protocol/mappingPanelMessages.ts";

/** A node of the answer with its place. */
export interface PlacedNode {
  readonly node: AnswerNode;
  readonly path: readonly string[];
  readonly parent: PlacedNode | undefined;
  readonly children: PlacedNode[];
}

export const formatPathKey = (path: readonly string[]) => JSON.stringify(path);

/** The nodes as a tree, by the key of their path. The first node is the answer itself. */
export function placeNodes(nodes: readonly AnswerNode[]): ReadonlyMap<string, PlacedNode> {
  const placed = new Map<string, PlacedNode>();
  const open: PlacedNode[] = [];
  for (const node of nodes) {
    open.length = node.depth;
    const parent = open.at(-1);
    const path = parent ? [...parent.path, node.key] : [];
    const one: PlacedNode = { node, path, parent, children: [] };
    parent?.children.push(one);
    open.push(one);
    placed.set(formatPathKey(path), one);
  }
  return placed;
}

export interface NodeMark {
  readonly label: string;
  readonly isProposed: boolean;
}

/** What is read from the nodes of an answer. */
export interface NodeRoles {
  /** The place within the item that holds the node; undefined outside of items. */
  findItemPath(node: PlacedNode): readonly string[] | undefined;
  /** The fields that are read from a place within an item. */
  listFields(itemPath: readonly string[]): ShownReading["places"];
  /** All that a node is. */
  listMarks(node: PlacedNode): readonly NodeMark[];
  isHolder(node: PlacedNode): boolean;
}

export function createNodeRoles(kind: "list" | "item", reading: ShownReading): NodeRoles {
  const items = new Set(reading.rows.flatMap(({ place }) => (place ? [formatPathKey(place)] : [])));
  const fields = Map.groupBy(reading.places, ({ place }) => formatPathKey(place));
  const holder = reading.place && formatPathKey(reading.place);
  const findItemPath = ({ path }: PlacedNode) => {
    for (let length = path.length; length >= 0; length -= 1)
      if (items.has(formatPathKey(path.slice(0, length)))) return path.slice(length);
    return undefined;
  };
  const listFields = (itemPath: readonly string[]) => fields.get(formatPathKey(itemPath)) ?? [];
  const isHolder = ({ path }: PlacedNode) => holder !== null && formatPathKey(path) === holder;
  const holderLabel = kind === "list" ? l10n.t("List of Items") : l10n.t("Item");
  return {
    findItemPath,
    listFields,
    isHolder,
    listMarks: (node) => {
      const itemPath = findItemPath(node);
      const marks = itemPath ? listFields(itemPath) : [];
      return isHolder(node) ? [{ label: holderLabel, isProposed: reading.isPlaceProposed }, ...marks] : marks;
    },
  };
}

/** A profile cannot name deeper places, empty names and very long ones. */
export function canName(path: readonly string[]): boolean {
  return path.length <= 8 && path.every((name) => name !== "" && name.length < 200);
}

export function formatPlace(path: readonly string[], whole = l10n.t("the item itself")): string {
  return path.length === 0 ? whole : path.join(" > ");
}
