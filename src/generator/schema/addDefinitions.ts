import { isRecord } from "../../text/record.ts";
import { type JsonObject, mapMembers } from "../document/jsonValues.ts";

type GetDefinition = (name: string) => JsonObject;

/** Above this size the definitions farthest from the root are replaced by a note: no model reads more. */
const mostCharacters = 200_000;
/** A definition up to this length is written inline. */
const shortCharacters = 160;
/** Keywords whose value is data, not a schema. */
const dataKeywords = new Set(["const", "enum", "default", "examples", "required", "dependentRequired"]);
/** Keywords whose value maps names to schemas. */
const schemaMapKeywords = new Set(["properties", "patternProperties", "dependentSchemas"]);
const prefix = "#/$defs/";

/** Adds the definitions that the schema refers to: inline if they are short or used once, else under `$defs`. */
export function addDefinitions(schema: JsonObject, getDefinition: GetDefinition): JsonObject {
  const definitions = collectDefinitions(schema, getDefinition);
  if (definitions.size === 0) return schema;
  const uses = countUses([schema, ...definitions.values()]);
  const recursive = findRecursiveDefinitions(definitions);
  const isInline = (name: string) =>
    !recursive.has(name) && (uses.get(name) === 1 || isShort(definitions.get(name) ?? {}));
  const expand = (part: JsonObject): JsonObject =>
    mapSchemas(part, (inner) => {
      const name = readReference(inner);
      const target = name !== undefined && isInline(name) ? definitions.get(name) : undefined;
      if (!target) return expand(inner);
      const { $ref, ...siblings } = inner;
      return { ...expand(target), ...siblings };
    });
  const root = expand(schema);
  const included = [...definitions].filter(([name]) => !isInline(name)).map(([name, part]) => [name, expand(part)]);
  return included.length === 0 ? root : { ...root, $defs: Object.fromEntries(included) };
}

/** Lists the definitions breadth-first, so that the nearest ones are complete. */
function collectDefinitions(schema: JsonObject, getDefinition: GetDefinition): Map<string, JsonObject> {
  const found = new Map<string, JsonObject>();
  let names = listReferences(schema);
  let characters = 0;
  while (names.length > 0) {
    const next: string[] = [];
    for (const name of names) {
      if (found.has(name)) continue;
      const part = getDefinition(name);
      characters += JSON.stringify(part).length;
      const included = characters <= mostCharacters ? part : tooLarge;
      found.set(name, included);
      next.push(...listReferences(included));
    }
    names = next;
  }
  return found;
}

const tooLarge = { description: "Too large to be described here; see the API's documentation." };

function listReferences(schema: JsonObject): string[] {
  const found: string[] = [];
  visitSchemas(schema, (part) => {
    const name = readReference(part);
    if (name !== undefined) found.push(name);
  });
  return found;
}

const readReference = ({ $ref }: JsonObject) =>
  typeof $ref === "string" && $ref.startsWith(prefix) ? $ref.slice(prefix.length) : undefined;

const isShort = (schema: JsonObject) => JSON.stringify(schema).length <= shortCharacters;

function countUses(schemas: readonly JsonObject[]): Map<string, number> {
  const uses = new Map<string, number>();
  for (const name of schemas.flatMap(listReferences)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

/** Definitions that refer to themselves cannot be written inline. */
function findRecursiveDefinitions(definitions: ReadonlyMap<string, JsonObject>): Set<string> {
  const referencesByName = new Map(
    [...definitions].map(([name, schema]) => [name, [...new Set(listReferences(schema))]]),
  );
  const recursive = new Set<string>();
  for (const start of referencesByName.keys()) {
    const seen = new Set<string>();
    const pending = [...(referencesByName.get(start) ?? [])];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      if (name === start) recursive.add(start);
      if (seen.has(name)) continue;
      seen.add(name);
      pending.push(...(referencesByName.get(name) ?? []));
    }
  }
  return recursive;
}

/** Visits the schema and every schema within it. */
function visitSchemas(schema: JsonObject, visit: (part: JsonObject) => void): void {
  visit(schema);
  for (const [key, value] of Object.entries(schema)) {
    if (typeof value !== "object" || value === null || dataKeywords.has(key)) continue;
    const parts = Array.isArray(value) ? value : schemaMapKeywords.has(key) ? Object.values(value) : [value];
    for (const part of parts) if (isRecord(part)) visitSchemas(part, visit);
  }
}

/** Applies a change to every schema directly within the schema. */
function mapSchemas(schema: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  return mapMembers(schema, (value, key) => {
    if (typeof value !== "object" || dataKeywords.has(key)) return value;
    if (schemaMapKeywords.has(key) && isRecord(value))
      return mapMembers(value, (part) => (isRecord(part) ? change(part) : part));
    if (Array.isArray(value)) return value.map((part) => (isRecord(part) ? change(part) : part));
    return isRecord(value) ? change(value) : value;
  });
}
