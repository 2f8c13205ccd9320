import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { readCountRange } from "./scalarBounds.ts";
import { findRangeGaps, intersectCounts } from "./scalarGaps.ts";
import type { SchemaDomain } from "./schemaDomain.ts";
import type { FindGaps, GapFinder, SchemaGap } from "./schemaGap.ts";
import { getChildNode, listChildNodes, type SchemaNode } from "./schemaNode.ts";

export const findArrayGaps: FindGaps = (finder, domain, limit, pointer) => {
  if (!domain.types.has("array")) return [];
  const counts = intersectCounts(domain, "minItems", "maxItems");
  const most = Math.min(counts.max, ...domain.nodes.map(countItems));
  const range = readCountRange(limit.schema, "minItems", "maxItems");
  return [
    ...findRangeGaps(range, [{ ...counts, max: most }], pointer, ["minItems", "maxItems"]),
    ...findUniqueGaps(domain, limit, pointer, most),
    ...findItemGaps(finder, domain, limit, { pointer, most }),
    ...findContainsGaps(finder, domain, limit, pointer),
  ];
};

/** The most items that a schema allows by `items: false`. */
function countItems(node: SchemaNode): number {
  const prefix = listPrefix(node);
  return getRest(node)?.schema === false ? prefix.length : Number.POSITIVE_INFINITY;
}

/** Until 2019-09, a list in `items` was what `prefixItems` is now. */
function listPrefix(node: SchemaNode): SchemaNode[] {
  const prefix = listChildNodes(node, "prefixItems");
  return prefix.length > 0 ? prefix : listChildNodes(node, "items");
}

function getRest(node: SchemaNode): SchemaNode | undefined {
  const items = getChildNode(node, "items");
  return Array.isArray(items?.schema) ? getChildNode(node, "additionalItems") : items;
}

const getItem = (node: SchemaNode, index: number) => listPrefix(node)[index] ?? getRest(node);

function findUniqueGaps({ nodes }: SchemaDomain, { schema }: SchemaNode, pointer: string, most: number): SchemaGap[] {
  const isUnique = (one: unknown) => isRecord(one) && one.uniqueItems === true;
  if (!isUnique(schema) || most <= 1 || nodes.some((node) => isUnique(node.schema))) return [];
  return [{ pointer, keyword: "uniqueItems", limit: true, given: false }];
}

function findItemGaps(
  finder: GapFinder,
  { nodes }: SchemaDomain,
  limit: SchemaNode,
  { pointer, most }: { readonly pointer: string; readonly most: number },
): SchemaGap[] {
  const count = Math.max(listPrefix(limit).length, ...nodes.map((node) => listPrefix(node).length));
  const indexes = Array.from({ length: count + 1 }, (_, index) => index).filter((index) => index < most);
  return indexes.flatMap((index) => {
    const demanded = getItem(limit, index);
    if (demanded === undefined) return [];
    const given = nodes.flatMap((node) => getItem(node, index) ?? []);
    if (demanded.schema === false && finder.isImpossible(given)) return [];
    const place = index < count ? appendToPointer(pointer, "prefixItems", index) : appendToPointer(pointer, "items");
    return finder.find(given, demanded, place);
  });
}

function findContainsGaps(finder: GapFinder, domain: SchemaDomain, limit: SchemaNode, pointer: string): SchemaGap[] {
  if (!getChildNode(limit, "contains")) return [];
  if (finder.hasKeyword(domain, limit, "contains", "minContains", "maxContains")) return [];
  return [{ pointer, keyword: "contains" }];
}
