import { appendToPointer, splitPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";

/** Of a schema that a description gives; the guide says how many. */
const mostCharacters = 8000;
/** Of a part that stays in a schema that is too long; the first that makes it short enough is taken. */
const partLimits = [1500, 400, 0];
/** Keywords that hold one schema, and those that hold several. */
const singleKeywords = new Set(["items", "additionalProperties", "contains", "not", "if", "then", "else"]);
const severalKeywords = new Set(["properties", "patternProperties", "allOf", "anyOf", "oneOf", "prefixItems"]);

/**
 * Returns the schema at a path, such as `/inputSchema/properties/body`, whose first key stands for the schema `root`. One that is too long
 * has its top level only: each of its large parts says at which path its own description is. `undefined` if there is none.
 */
export function describeSchema(root: JsonObject, path: string): JsonObject | undefined {
  let node: unknown = root;
  for (const key of splitPointer(path).slice(1)) node = followReference(root, getMember(node, key));
  if (!isRecord(node)) return undefined;
  const whole = withDefinitions(root, node);
  if (isShort(whole, mostCharacters)) return whole;
  const shortened = partLimits.map((limit) => withDefinitions(root, shorten(root, node, path, limit)));
  return shortened.find((one) => isShort(one, mostCharacters)) ?? shortened.at(-1);
}

const isShort = (schema: JsonObject, limit: number) => JSON.stringify(schema).length <= limit;

function shorten(root: JsonObject, node: JsonObject, path: string, limit: number): JsonObject {
  const shortenPart = (part: unknown, ...keys: string[]): unknown => {
    const target = followReference(root, part);
    if (!isRecord(part) || !isRecord(target) || isShort(withDefinitions(root, part), limit)) return part;
    const { type, title, description } = target;
    const note = `Left out because it is long: describe_operation gives it with the path ${appendToPointer(path, ...keys)}.`;
    const summary = { type, title, description, $comment: note };
    return isShort(target, JSON.stringify(summary).length) ? part : summary;
  };
  const entries = Object.entries(node).map(([keyword, value]): [string, unknown] => {
    if (singleKeywords.has(keyword)) return [keyword, shortenPart(value, keyword)];
    if (!severalKeywords.has(keyword)) return [keyword, value];
    if (Array.isArray(value)) return [keyword, value.map((part, index) => shortenPart(part, keyword, String(index)))];
    const parts = isRecord(value) ? Object.entries(value) : [];
    return [keyword, Object.fromEntries(parts.map(([name, part]) => [name, shortenPart(part, keyword, name)]))];
  });
  return Object.fromEntries(entries);
}

/** Generated schemas refer to their own definitions only. */
function followReference(root: JsonObject, node: unknown): unknown {
  const seen = new Set<unknown>();
  let target = node;
  while (isRecord(target) && typeof target.$ref === "string" && !seen.has(target)) {
    seen.add(target);
    target = splitPointer(target.$ref).reduce<unknown>(getMember, root);
  }
  return target;
}

/** The schema with the definitions that it uses, and no others. */
function withDefinitions(root: JsonObject, { $defs: _, ...node }: JsonObject): JsonObject {
  const used = new Map<string, unknown>();
  const collect = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/\$defs\/([^"/]+)"/g)) {
      const [key = ""] = splitPointer(`/${name}`);
      if (used.has(key)) continue;
      used.set(key, getMember(root.$defs, key));
      collect(used.get(key));
    }
  };
  collect(node);
  return used.size === 0 ? node : { ...node, $defs: Object.fromEntries(used) };
}
