import { isRecord } from "../../text/record.ts";
import { findArrayGaps } from "./arrayGaps.ts";
import { findObjectGaps, listPropertyNodes, listRequired } from "./objectGaps.ts";
import { createSameSchemaCheck } from "./sameSchema.ts";
import { findNumberGaps, findStringGaps, findTypeGaps, findValueGaps, hasEmptyBounds } from "./scalarGaps.ts";
import { listDomains, type SchemaDomain } from "./schemaDomain.ts";
import { type FindGaps, type GapFinder, mergeGaps, type SchemaGap } from "./schemaGap.ts";
import {
  followReferences,
  getChildNode,
  isOnlyReference,
  isOpenSchema,
  listChildNodes,
  replacesSiblings,
  resolveReference,
  type SchemaNode,
} from "./schemaNode.ts";
import { findAnyOfGaps, findConditionGaps, findNotGaps, findOneOfGaps, findUnevaluatedGaps } from "./unionGaps.ts";

/** Alternatives that are looked at, for one pair of schemas. */
const maxSteps = 20_000;
const maxDepth = 60;
const maxGaps = 1000;
/** Levels of required properties that are searched for one that cannot be valid. */
const maxImpossibleDepth = 6;

const findersOfKeywords: readonly FindGaps[] = [
  ...[findTypeGaps, findValueGaps, findNumberGaps, findStringGaps, findArrayGaps, findObjectGaps],
  ...[findAnyOfGaps, findOneOfGaps, findNotGaps, findConditionGaps, findUnevaluatedGaps],
];

/**
 * The constraints of `limit` that not all values of `given` meet. None proves that each value that fits `given` also fits `limit`, so
 * what cannot be decided is a gap, also until `deadline` of `performance.now()`. References are followed; a reference to itself is
 * assumed to hold while it is being compared.
 */
export function findSchemaGaps(
  given: SchemaNode,
  limit: SchemaNode,
  pointer: string,
  deadline = Number.POSITIVE_INFINITY,
): SchemaGap[] {
  const gaps = createGapFinder(deadline).find([given], limit, pointer);
  return gaps.length > maxGaps ? [...gaps.slice(0, maxGaps), { pointer, keyword: "complexity" }] : gaps;
}

function createGapFinder(deadline: number): GapFinder {
  const same = createSameSchemaCheck();
  const underWay = new Set<string>();
  const toId = createObjectIds();
  let steps = 0;
  let depth = 0;
  const isOver = () => steps > maxSteps || performance.now() > deadline;

  const find: GapFinder["find"] = (given, demanded, pointer) => {
    if (isOver()) return [{ pointer, keyword: "complexity" }];
    const [limit, ...nodes] = [demanded, ...given].map((node) => followReferences(node, isOnlyReference) ?? node);
    if (!limit) return [];
    if (isOpenSchema(limit.schema) || nodes.some((node) => same.isSame(node, limit))) return [];
    const key = `${nodes.map(({ schema }) => toId(schema)).join(" ")}>${toId(limit.schema)}`;
    if (underWay.has(key)) return [];
    underWay.add(key);
    const gaps = listDomains(nodes).flatMap((domain) => findInDomain(domain, limit, pointer));
    underWay.delete(key);
    return mergeGaps(gaps);
  };

  const findInDomain: GapFinder["findInDomain"] = (domain, limit, pointer) => {
    steps += 1;
    if (isOver() || depth > maxDepth) return [{ pointer, keyword: "complexity" }];
    depth += 1;
    const gaps = compareKeywords(domain, limit, pointer);
    depth -= 1;
    return gaps;
  };

  const compareKeywords: GapFinder["findInDomain"] = (domain, limit, pointer) => {
    if (domain.nodes.some((node) => same.isSame(node, limit)) || isEmptyDomain(domain, 0)) return [];
    if (limit.schema === false) return [{ pointer, keyword: "false" }];
    if (!isRecord(limit.schema)) return [];
    const target = resolveReference(limit);
    if (target === undefined && getChildNode(limit, "$ref")) return [{ pointer, keyword: "$ref" }];
    const parts = [...(target ? [target] : []), ...(replacesSiblings(limit) ? [] : listChildNodes(limit, "allOf"))];
    const gaps = parts.flatMap((part) => findInDomain(domain, part, pointer));
    if (replacesSiblings(limit)) return gaps;
    return [...gaps, ...findersOfKeywords.flatMap((one) => one(finder, domain, limit, pointer))];
  };

  const isImpossibleAt = (nodes: readonly SchemaNode[], level: number): boolean => {
    if (nodes.length === 0 || isOver()) return false;
    const domains = listDomains(nodes);
    steps += domains.length;
    return domains.every((domain) => isEmptyDomain(domain, level));
  };

  const isEmptyDomain = (domain: SchemaDomain, level: number): boolean => {
    if (hasEmptyBounds(domain)) return true;
    if (level > maxImpossibleDepth || [...domain.types].some((type) => type !== "object")) return false;
    const required = new Set(domain.nodes.flatMap(listRequired));
    return [...required].some((name) => isImpossibleAt(listPropertyNodes(domain, name), level + 1));
  };

  const finder: GapFinder = {
    find,
    findInDomain,
    isImpossible: (nodes) => isImpossibleAt(nodes, 0),
    isDisjoint: (domain, node) =>
      isImpossibleAt([...domain.nodes, node], 0) || domain.excluded.some((one) => find([node], one, "").length === 0),
    hasKeyword: ({ nodes }, limit, ...keywords) =>
      nodes.some((node) => keywords.every((keyword) => same.hasSameKeyword(node, limit, keyword))),
  };
  return finder;
}

/** A number for each schema object, which stays the same. */
function createObjectIds(): (schema: unknown) => string {
  const ids = new WeakMap<object, number>();
  let last = 0;
  return (schema) => {
    if (!isRecord(schema)) return String(schema);
    const id = ids.get(schema) ?? ++last;
    ids.set(schema, id);
    return String(id);
  };
}
