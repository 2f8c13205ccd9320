import { countCharacters } from "../../text/countCharacters.ts";
import { isRecord } from "../../text/record.ts";
import { formatJsonTypes, readTypes } from "./jsonTypes.ts";
import {
  intersectRanges,
  isEmptyRange,
  isLowerBound,
  isMultipleOf,
  isUpperBound,
  openRange,
  type Range,
  readCountRange,
  readNumberRange,
  singleValueRange,
  toIntegerRange,
} from "./scalarBounds.ts";
import type { SchemaDomain } from "./schemaDomain.ts";
import type { FindGaps, SchemaGap } from "./schemaGap.ts";
import { formatJsonKey, getChildNode } from "./schemaNode.ts";

export const findTypeGaps: FindGaps = (_, { types, nodes }, { schema }, pointer) => {
  const allowed = readTypes(schema);
  const hasWholeNumbers = listDivisors(nodes).some((divisor) => Number.isInteger(divisor));
  const missing = [...types].filter((type) => !allowed.has(type) && !(type === "number" && hasWholeNumbers));
  if (missing.length === 0) return [];
  return [{ pointer, keyword: "type", limit: formatJsonTypes(allowed), given: [formatJsonTypes(types)] }];
};

export const findValueGaps: FindGaps = (_, { types, values }, limit, pointer) => {
  const constant = getChildNode(limit, "const");
  const listed = isRecord(limit.schema) ? limit.schema.enum : undefined;
  const lists: readonly (readonly unknown[])[] = [
    ...(Array.isArray(listed) ? [listed] : []),
    ...(constant ? [[constant.schema]] : []),
  ];
  return lists.flatMap((list): SchemaGap[] => {
    const given = values ?? listFewValues(types);
    if (given === undefined) return [{ pointer, keyword: "enum", limit: list }];
    const keys = new Set(list.map(formatJsonKey));
    const missing = given.filter((value) => !keys.has(formatJsonKey(value)));
    return missing.length === 0 ? [] : [{ pointer, keyword: "enum", limit: list, given: missing }];
  });
};

/** The values of types that have few. */
function listFewValues(types: SchemaDomain["types"]): unknown[] | undefined {
  if ([...types].some((type) => type !== "null" && type !== "boolean")) return undefined;
  return [...(types.has("null") ? [null] : []), ...(types.has("boolean") ? [true, false] : [])];
}

export const findNumberGaps: FindGaps = (_, domain, { schema }, pointer) => {
  if (!domain.types.has("integer") && !domain.types.has("number")) return [];
  const numbers = domain.values?.filter((value) => typeof value === "number");
  const isInteger = !domain.types.has("number");
  const toRange = isInteger ? toIntegerRange : (range: Range) => range;
  const ranges = numbers
    ? numbers.map(singleValueRange)
    : [toRange(domain.nodes.map((node) => readNumberRange(node.schema)).reduce(intersectRanges, openRange))];
  const gaps = findRangeGaps(toRange(readNumberRange(schema)), ranges, pointer, ["minimum", "maximum"]);
  const divisor = isRecord(schema) ? schema.multipleOf : undefined;
  if (typeof divisor !== "number") return gaps;
  const given = [...listDivisors(domain.nodes), ...(isInteger ? [1] : [])];
  const isMet = numbers
    ? numbers.every((value) => isMultipleOf(value, divisor))
    : given.some((one) => isMultipleOf(one, divisor));
  return isMet
    ? gaps
    : [...gaps, { pointer, keyword: "multipleOf", limit: divisor, given: listDivisors(domain.nodes)[0] }];
};

export const findStringGaps: FindGaps = (finder, domain, limit, pointer) => {
  if (!domain.types.has("string")) return [];
  const texts = domain.values?.filter((value) => typeof value === "string");
  const ranges = texts
    ? texts.map((text) => singleValueRange(countCharacters(text)))
    : [intersectCounts(domain, "minLength", "maxLength")];
  const range = readCountRange(limit.schema, "minLength", "maxLength");
  const gaps = findRangeGaps(range, ranges, pointer, ["minLength", "maxLength"]);
  // Expressions are not run: they come from servers, and may take forever.
  for (const keyword of ["pattern", "format"] as const) {
    const demanded = getChildNode(limit, keyword)?.schema;
    if (demanded === undefined || finder.hasKeyword(domain, limit, keyword)) continue;
    const given = domain.nodes.flatMap((node) => getChildNode(node, keyword)?.schema ?? [])[0];
    gaps.push({ pointer, keyword, limit: demanded, given });
  }
  return gaps;
};

/** The range that a pair of counting keywords leaves in all nodes. */
export function intersectCounts({ nodes }: Pick<SchemaDomain, "nodes">, minKeyword: string, maxKeyword: string): Range {
  return nodes
    .map(({ schema }) => readCountRange(schema, minKeyword, maxKeyword))
    .reduce(intersectRanges, { ...openRange, min: 0 });
}

/** Reports the first of the given ranges that reaches beyond each end of the limit. */
export function findRangeGaps(
  limit: Range,
  given: readonly Range[],
  pointer: string,
  [minKeyword, maxKeyword]: readonly [string, string],
): SchemaGap[] {
  const low = given.find((range) => !isLowerBound(limit, range));
  const high = given.find((range) => !isUpperBound(limit, range));
  return [
    ...(low ? [{ pointer, keyword: minKeyword, limit: toLimit(limit.min), given: toLimit(low.min) }] : []),
    ...(high ? [{ pointer, keyword: maxKeyword, limit: toLimit(limit.max), given: toLimit(high.max) }] : []),
  ];
}

const toLimit = (value: number) => (Number.isFinite(value) ? value : undefined);

function listDivisors(nodes: SchemaDomain["nodes"]): number[] {
  return nodes.flatMap(({ schema }) =>
    isRecord(schema) && typeof schema.multipleOf === "number" ? [schema.multipleOf] : [],
  );
}

/** Whether the types and bounds of a domain leave no value, without a look at properties and items. */
export function hasEmptyBounds({ types, nodes, values }: SchemaDomain): boolean {
  if (values !== undefined) return values.length === 0;
  return [...types].every((type) => {
    if (type === "integer" || type === "number") {
      const range = nodes.map(({ schema }) => readNumberRange(schema)).reduce(intersectRanges, openRange);
      return isEmptyRange(type === "integer" ? toIntegerRange(range) : range);
    }
    const keywords = countKeywords[type];
    return keywords !== undefined && isEmptyRange(intersectCounts({ nodes }, ...keywords));
  });
}

const countKeywords: Readonly<Record<string, readonly [string, string]>> = {
  string: ["minLength", "maxLength"],
  array: ["minItems", "maxItems"],
  object: ["minProperties", "maxProperties"],
};
