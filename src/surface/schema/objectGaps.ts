import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { readCountRange } from "./scalarBounds.ts";
import { findRangeGaps, intersectCounts } from "./scalarGaps.ts";
import type { SchemaDomain } from "./schemaDomain.ts";
import type { FindGaps, GapFinder, SchemaGap } from "./schemaGap.ts";
import { getChildNode, getNamedNodes, isOpenSchema, type SchemaNode } from "./schemaNode.ts";

/** Properties that are compared with patterns. */
const maxPairs = 10_000;

export const findObjectGaps: FindGaps = (finder, domain, limit, pointer) => {
  if (!domain.types.has("object")) return [];
  const required = new Set(domain.nodes.flatMap(listRequired));
  const missing = listRequired(limit).filter((name) => !required.has(name));
  return [
    ...missing.map((name) => ({ pointer: appendToPointer(pointer, "properties", name), keyword: "required" })),
    ...findCountGaps(domain, limit, pointer, required.size),
    ...findPropertyGaps(finder, domain, limit, pointer),
    ...findPatternGaps(finder, domain, limit, pointer),
    ...findAdditionalGaps(finder, domain, limit, pointer),
    ...findNameGaps(finder, domain, limit, pointer),
    ...findDependencyGaps(finder, domain, limit, pointer),
  ];
};

export function listRequired({ schema }: SchemaNode): string[] {
  const names = isRecord(schema) ? schema.required : undefined;
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

function findCountGaps(domain: SchemaDomain, limit: SchemaNode, pointer: string, required: number): SchemaGap[] {
  const counts = intersectCounts(domain, "minProperties", "maxProperties");
  const given = {
    ...counts,
    min: Math.max(counts.min, required),
    max: Math.min(counts.max, ...domain.nodes.map(countProperties)),
  };
  const range = readCountRange(limit.schema, "minProperties", "maxProperties");
  return findRangeGaps(range, [given], pointer, ["minProperties", "maxProperties"]);
}

function countProperties(node: SchemaNode): number {
  const isClosed = getChildNode(node, "additionalProperties")?.schema === false;
  if (!isClosed || getChildNode(node, "patternProperties")) return Number.POSITIVE_INFINITY;
  return getNamedNodes(node, "properties").size;
}

/** What is known of the values of a property. Patterns are not matched, so a property that one may match is left open. */
export function listPropertyNodes({ nodes }: Pick<SchemaDomain, "nodes">, name: string): SchemaNode[] {
  return nodes.flatMap((node) => {
    const own = getNamedNodes(node, "properties").get(name);
    if (own) return [own];
    return getChildNode(node, "patternProperties") ? [] : (getChildNode(node, "additionalProperties") ?? []);
  });
}

function findPropertyGaps(finder: GapFinder, domain: SchemaDomain, limit: SchemaNode, pointer: string): SchemaGap[] {
  const declared = new Set(domain.nodes.flatMap((node) => [...getNamedNodes(node, "properties").keys()]));
  const names = new Set([...declared, ...getNamedNodes(limit, "properties").keys()]);
  return [...names].flatMap((name) => {
    const given = listPropertyNodes(domain, name);
    const place = appendToPointer(pointer, "properties", name);
    const demanded = getNamedNodes(limit, "properties").get(name) ?? getChildNode(limit, "additionalProperties");
    if (!demanded || finder.isImpossible(given)) return [];
    if (demanded.schema === false) return [{ pointer: place, keyword: "properties" }];
    const gaps = finder.find(given, demanded, place);
    const isUndeclared = !declared.has(name) && given.every(({ schema }) => isOpenSchema(schema));
    return isUndeclared ? gaps.map((gap) => ({ ...gap, undeclaredAt: place })) : gaps;
  });
}

/** Properties that a pattern of either side may match. One that matches a pattern of the limit also matches it in the domain. */
function findPatternGaps(finder: GapFinder, domain: SchemaDomain, limit: SchemaNode, pointer: string): SchemaGap[] {
  const demanded = [...getNamedNodes(limit, "patternProperties")];
  const additional = getChildNode(limit, "additionalProperties");
  const place = (pattern: string) => appendToPointer(pointer, "patternProperties", pattern);
  const ofDomain = domain.nodes.flatMap((node) => [...getNamedNodes(node, "patternProperties")]);
  const isDemanded = (pattern: string) => demanded.some(([one]) => one === pattern);
  const beyond = ofDomain
    .filter(([pattern]) => !isDemanded(pattern))
    .flatMap(([pattern, node]) => (additional ? finder.find([node], additional, place(pattern)) : []));
  const named = domain.nodes.flatMap((node) => [...getNamedNodes(node, "properties").values()]);
  if (demanded.length * (named.length + ofDomain.length) > maxPairs)
    return [...beyond, { pointer: appendToPointer(pointer, "patternProperties"), keyword: "complexity" }];
  const matched = demanded.flatMap(([pattern, node]) => {
    const known = ofDomain.flatMap(([one, given]) => (one === pattern ? [given] : []));
    const others = ofDomain.flatMap(([one, given]) => (one === pattern ? [] : [given]));
    const candidates = [...named, ...others].map((one) => [one, ...known]);
    const unnamed = known.length > 0 ? known : listAdditionalNodes(domain);
    return [...candidates, unnamed].flatMap((given) => finder.find(given, node, place(pattern)));
  });
  return [...beyond, ...matched];
}

/** What is known of the values of properties without a name. */
function listAdditionalNodes({ nodes }: SchemaDomain): SchemaNode[] {
  return nodes.flatMap((node) => getChildNode(node, "additionalProperties") ?? []);
}

function findAdditionalGaps(finder: GapFinder, domain: SchemaDomain, limit: SchemaNode, pointer: string): SchemaGap[] {
  const demanded = getChildNode(limit, "additionalProperties");
  const given = listAdditionalNodes(domain);
  if (!demanded || isOpenSchema(demanded.schema) || finder.isImpossible(given)) return [];
  const place = appendToPointer(pointer, "additionalProperties");
  if (demanded.schema === false) return [{ pointer: place, keyword: "additionalProperties" }];
  return finder.find(given, demanded, place);
}

function findNameGaps(finder: GapFinder, domain: SchemaDomain, limit: SchemaNode, pointer: string): SchemaGap[] {
  const demanded = getChildNode(limit, "propertyNames");
  if (!demanded || finder.hasKeyword(domain, limit, "propertyNames")) return [];
  const isClosed = domain.nodes.some((node) => countProperties(node) < Number.POSITIVE_INFINITY);
  const place = appendToPointer(pointer, "propertyNames");
  if (!isClosed) {
    const names = domain.nodes.flatMap((node) => getChildNode(node, "propertyNames") ?? []);
    return finder.find([...names, createSchemaNode({ type: "string" })], demanded, place);
  }
  const names = domain.nodes.flatMap((node) => [...getNamedNodes(node, "properties").keys()]);
  const possible = names.filter((name) => !finder.isImpossible(listPropertyNodes(domain, name)));
  return possible.flatMap((name) => finder.find([createSchemaNode({ const: name })], demanded, place));
}

function createSchemaNode(schema: Readonly<Record<string, unknown>>): SchemaNode {
  return { schema, root: schema };
}

function findDependencyGaps(finder: GapFinder, domain: SchemaDomain, limit: SchemaNode, pointer: string): SchemaGap[] {
  const keywords = ["dependentRequired", "dependentSchemas", "dependencies"];
  const changed = keywords.filter(
    (keyword) => getChildNode(limit, keyword) && !finder.hasKeyword(domain, limit, keyword),
  );
  return changed.map((keyword) => ({ pointer, keyword }));
}
