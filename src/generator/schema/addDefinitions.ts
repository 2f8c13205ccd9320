import { isRecord } from "../../text/record.ts";
import { type JsonObject, mapMembers } from "../document/jsonValues.ts";

type Definition = (name: string) => JsonObject;

/** Beyond this the definitions farthest from the root are left open: no model reads more. */
const mostCharacters = 200_000;
/** A definition this short is easier read in its place. */
const shortCharacters = 160;
/** Keywords whose value is data, not a schema. */
const data = new Set(["const", "enum", "default", "examples", "required", "dependentRequired"]);
/** Keywords whose value maps names to schemas. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);
const prefix = "#/$defs/";

/** The schema with the definitions it refers to: those used once, or short, in their place, the others under `$defs`. */
export function addDefinitions(schema: JsonObject, definition: Definition): JsonObject {
  const reachable = reach(schema, definition);
  if (reachable.size === 0) return schema;
  const uses = countUses([schema, ...reachable.values()]);
  const recursive = recursiveNames(reachable);
  const isInline = (name: string) =>
    !recursive.has(name) && (uses.get(name) === 1 || isShort(reachable.get(name) ?? {}));
  const expand = (part: JsonObject): JsonObject =>
    mapSchemas(part, (inner) => {
      const name = referenced(inner);
      const target = name !== undefined && isInline(name) ? reachable.get(name) : undefined;
      if (!target) return expand(inner);
      const { $ref, ...siblings } = inner;
      return { ...expand(target), ...siblings };
    });
  const root = expand(schema);
  const kept = [...reachable].filter(([name]) => !isInline(name)).map(([name, part]) => [name, expand(part)]);
  return kept.length === 0 ? root : { ...root, $defs: Object.fromEntries(kept) };
}

/** The definitions a schema needs, nearest first. */
function reach(schema: JsonObject, definition: Definition): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  let wave = references(schema);
  let characters = 0;
  while (wave.length > 0) {
    const next: string[] = [];
    for (const name of wave) {
      if (found.has(name)) continue;
      const part = definition(name);
      characters += JSON.stringify(part).length;
      const kept = characters <= mostCharacters ? part : tooLarge;
      found.set(name, kept);
      next.push(...references(kept));
    }
    wave = next;
  }
  return found;
}

const tooLarge = { description: "Too large to be described here; see the API's documentation." };

function references(schema: JsonObject): string[] {
  const found: string[] = [];
  walk(schema, (part) => {
    const name = referenced(part);
    if (name !== undefined) found.push(name);
  });
  return found;
}

const referenced = ({ $ref }: JsonObject) =>
  typeof $ref === "string" && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;

const isShort = (schema: JsonObject) => JSON.stringify(schema).length <= shortCharacters;

function countUses(schemas: readonly JsonObject[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const name of schemas.flatMap(references)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** The definitions that come back to themselves: they cannot be written in their place. */
function recursiveNames(definitions: ReadonlyMap<string, JsonObject>): Set<string> {
  const below = new Map([...definitions].map(([name, schema]) => [name, [...new Set(references(schema))]]));
  const recursive = new Set<string>();
  for (const start of below.keys()) {
    const seen = new Set<string>();
    const waiting = [...(below.get(start) ?? [])];
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (name === start) recursive.add(start);
      if (seen.has(name)) continue;
      seen.add(name);
      waiting.push(...(below.get(name) ?? []));
    }
  }
  return recursive;
}

/** Visits the schema and all within it. */
function walk(schema: JsonObject, visit: (part: JsonObject) => void): void {
  visit(schema);
  for (const [key, value] of Object.entries(schema)) {
    if (typeof value !== "object" || value === null || data.has(key)) continue;
    const parts = Array.isArray(value) ? value : maps.has(key) ? Object.values(value) : [value];
    for (const part of parts) if (isRecord(part)) walk(part, visit);
  }
}

/** The schema with every schema directly within it changed. */
function mapSchemas(schema: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  return mapMembers(schema, (value, key) => {
    if (typeof value !== "object" || data.has(key)) return value;
    if (maps.has(key) && isRecord(value)) return mapMembers(value, (part) => (isRecord(part) ? change(part) : part));
    if (Array.isArray(value)) return value.map((part) => (isRecord(part) ? change(part) : part));
    return isRecord(value) ? change(value) : value;
  });
}
