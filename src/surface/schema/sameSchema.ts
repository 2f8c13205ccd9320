import { isRecord, type UnknownRecord } from "../../text/record.ts";
import {
  followReferences,
  formatJsonKey,
  getChildNode,
  getNamedNodes,
  isOnlyReference,
  listChildNodes,
  listKeywords,
  resolveReference,
  type SchemaNode,
} from "./schemaNode.ts";

const schemaKeywords = new Set([
  ...["items", "additionalItems", "additionalProperties", "propertyNames", "contains", "not", "if", "then", "else"],
  ...["unevaluatedItems", "unevaluatedProperties"],
]);
const schemaListKeywords = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const mapKeywords = new Set(["properties", "patternProperties", "dependentSchemas", "dependencies"]);

/** Compares schemas without their annotations, through references. */
export interface SameSchemaCheck {
  isSame(one: SchemaNode, other: SchemaNode): boolean;
  /** Whether both have the keyword with the same meaning. */
  hasSameKeyword(one: SchemaNode, other: SchemaNode, keyword: string): boolean;
}

export function createSameSchemaCheck(): SameSchemaCheck {
  /** A pair that is being compared counts as the same, because schemas refer to themselves. */
  const known = new WeakMap<UnknownRecord, WeakMap<UnknownRecord, boolean>>();
  let assumed: (() => void)[] = [];
  let depth = 0;

  const isSame = (one: SchemaNode, other: SchemaNode): boolean => {
    const [a, b] = [one.schema, other.schema];
    if (!isRecord(a) || !isRecord(b)) return isRecord(a) === isRecord(b) && (a === false) === (b === false);
    const pairs = known.get(a) ?? new WeakMap<UnknownRecord, boolean>();
    known.set(a, pairs);
    const found = pairs.get(b);
    if (found !== undefined) return found;
    pairs.set(b, true);
    assumed.push(() => pairs.get(b) && pairs.delete(b));
    depth += 1;
    const result = hasSameKeywords(one, other);
    depth -= 1;
    if (!result) pairs.set(b, false);
    if (depth === 0) clearAssumed(result);
    return result;
  };

  /** Pairs within schemas that differ were found to be the same only if these were. */
  const clearAssumed = (isConfirmed: boolean) => {
    if (!isConfirmed) for (const remove of assumed) remove();
    assumed = [];
  };

  const hasSameKeywords = (one: SchemaNode, other: SchemaNode): boolean => {
    if (isOnlyReference(one) || isOnlyReference(other)) {
      const [target, otherTarget] = [one, other].map((node) => followReferences(node, isOnlyReference));
      if (target && otherTarget) return isSame(target, otherTarget);
      return !target && !otherTarget && isSameExternalReference(one.schema, other.schema);
    }
    const keywords = new Set([...listKeywords(one), ...listKeywords(other)]);
    return [...keywords].every((keyword) => hasSameKeyword(one, other, keyword));
  };

  const hasSameKeyword: SameSchemaCheck["hasSameKeyword"] = (one, other, keyword) => {
    const [a, b] = [getChildNode(one, keyword), getChildNode(other, keyword)];
    if (!a || !b) return a === b;
    if (keyword === "$ref") return isSameReference(one, other);
    if (schemaKeywords.has(keyword) && !Array.isArray(a.schema)) return isSame(a, b);
    if (schemaListKeywords.has(keyword) || keyword === "items")
      return isSameList(listChildNodes(one, keyword), listChildNodes(other, keyword));
    if (mapKeywords.has(keyword)) return isSameMap(getNamedNodes(one, keyword), getNamedNodes(other, keyword));
    if (keyword === "required" || keyword === "enum") return formatSetKey(a.schema) === formatSetKey(b.schema);
    return formatJsonKey(a.schema) === formatJsonKey(b.schema);
  };

  const isSameReference = (one: SchemaNode, other: SchemaNode) => {
    const [target, otherTarget] = [resolveReference(one), resolveReference(other)];
    if (target && otherTarget) return isSame(target, otherTarget);
    return !target && !otherTarget && isSameExternalReference(one.schema, other.schema);
  };
  const isSameList = (list: readonly SchemaNode[], others: readonly SchemaNode[]) =>
    list.length === others.length &&
    list.every((node, index) => {
      const other = others[index];
      return other !== undefined && isSame(node, other);
    });
  const isSameMap = (map: ReadonlyMap<string, SchemaNode>, others: ReadonlyMap<string, SchemaNode>) =>
    map.size === others.size &&
    [...map].every(([name, node]) => {
      const other = others.get(name);
      return other !== undefined && isSame(node, other);
    });
  return { isSame, hasSameKeyword };
}

/** A reference out of the schema has the same target as long as it is the same text. */
function isSameExternalReference(one: unknown, other: unknown): boolean {
  const [a, b] = [one, other].map((schema) => (isRecord(schema) ? schema.$ref : undefined));
  return typeof a === "string" && a === b && !a.startsWith("#");
}

const formatSetKey = (list: unknown) =>
  Array.isArray(list) ? [...new Set(list.map(formatJsonKey))].sort().join(",") : formatJsonKey(list);
