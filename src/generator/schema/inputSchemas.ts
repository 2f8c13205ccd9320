import { splitPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { type JsonObject, mapMembers, omitMembers } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { createUniqueName } from "../document/uniqueName.ts";
import type { ResolveSchema } from "./bodyFields.ts";
import { translateSchema } from "./translateSchema.ts";

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
function addDefinitions(schema: JsonObject, getDefinition: GetDefinition): JsonObject {
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
export function mapSchemas(schema: JsonObject, change: (part: JsonObject) => JsonObject): JsonObject {
  return mapMembers(schema, (value, key) => {
    if (typeof value !== "object" || dataKeywords.has(key)) return value;
    if (schemaMapKeywords.has(key) && isRecord(value))
      return mapMembers(value, (part) => (isRecord(part) ? change(part) : part));
    if (Array.isArray(value)) return value.map((part) => (isRecord(part) ? change(part) : part));
    return isRecord(value) ? change(value) : value;
  });
}

/** Translates the document's schemas for tool inputs. Each schema is translated once, however many tools use it. */
export interface InputSchemas {
  /** Returns JSON Schema 2020-12 with references of the form `#/$defs/...`. */
  translate(site: DocumentNode): JsonObject;
  /** Replaces a reference of that form by its schema. */
  resolve: ResolveSchema;
  /** Adds the `$defs` that the schema of a tool refers to. */
  complete(schema: JsonObject): JsonObject;
}

export function createInputSchemas({ root, family }: OpenapiDocument, report: ReportProblem): InputSchemas {
  const names = new Map<string, string>();
  const targets = new Map<string, DocumentNode>();
  const definitions = new Map<string, JsonObject>();

  const createReference = (site: DocumentNode): JsonObject => {
    const found = followReference(root, site);
    if (isMissingNode(found)) {
      report(
        createWarningProblem("unresolvable_reference", `Any value is taken here: ${found.missing}.`, found.pointer),
      );
      return {};
    }
    if (!isRecord(found.value)) return {};
    const name =
      names.get(found.pointer) ?? createUniqueName(toDefinitionName(found.pointer), (one) => targets.has(one));
    names.set(found.pointer, name);
    targets.set(name, found);
    return { $ref: `#/$defs/${name}` };
  };

  const context = { root, createReference, appliesSiblings: family === "3.1" };
  const getDefinition = (name: string): JsonObject => {
    const existing = definitions.get(name);
    if (existing) return existing;
    const target = targets.get(name);
    const schema = target ? translateSchema(context, target) : {};
    definitions.set(name, schema);
    return schema;
  };

  return {
    translate: (site) => translateSchema(context, site),
    resolve: createReferenceResolver(getDefinition),
    complete: (schema) => addDefinitions(schema, getDefinition),
  };
}

export function createReferenceResolver(getDefinition: GetDefinition): ResolveSchema {
  return (schema) => {
    const name = readReference(schema);
    return name === undefined ? schema : { ...getDefinition(name), ...omitMembers(schema, "$ref") };
  };
}

/** The last key of the pointer, in characters that need no escape in a reference. */
function toDefinitionName(pointer: string): string {
  const last = splitPointer(pointer).at(-1) ?? "";
  return last.replaceAll(/[^A-Za-z0-9_.-]+/g, "_").replaceAll(/^_+|_+$/g, "") || "schema";
}
