import { isRecord } from "../../text/record.ts";
import { type JsonObject, mapItems, mapMembers, omitMembers } from "../document/jsonValues.ts";
import type { ReportProblem } from "../document/problemCollector.ts";
import type { OpenapiDocument } from "../document/readOpenapiDocument.ts";
import type { DocumentNode } from "../document/references.ts";
import type { ResolveSchema } from "./bodyFields.ts";
import { SchemaDefinitions } from "./schemaDefinitions.ts";

type GetDefinition = (name: string) => JsonObject;

/** Above this size the definitions farthest from the root of a tool are replaced by a note: no model reads more. */
const mostCharacters = 200_000;
/** The same for the tools of a document together: each may refer to all definitions. */
const mostCharactersOfAll = 32_000_000;
/** A definition up to this length, with what is inline in it, is written inline. */
const shortCharacters = 160;
/** One that is used once is written inline up to this length, so that thousands in a row are not within each other. */
const mostInlineCharacters = 20_000;
/** Keywords whose value is data, not a schema. */
const dataKeywords = new Set(["const", "enum", "default", "examples", "required", "dependentRequired"]);
/** Keywords whose value maps names to schemas. */
const schemaMapKeywords = new Set(["properties", "patternProperties", "dependentSchemas"]);
const prefix = "#/$defs/";

/** What tools with the same references have in common. */
interface Definitions {
  /** Those that are written inline, with what is inline in them. */
  readonly inline: ReadonlyMap<string, JsonObject>;
  /** The others, with what is inline in them. */
  readonly included: JsonObject;
  readonly characters: number;
}

/** Adds the definitions that the schema refers to: inline if they are short or used once, else under `$defs`. */
function addDefinitions(schema: JsonObject, { inline, included }: Definitions): JsonObject {
  const root = inline.size === 0 ? schema : expandReferences(schema, inline);
  return Object.keys(included).length === 0 ? root : { ...root, $defs: included };
}

const expandReferences = (schema: JsonObject, inline: Definitions["inline"]): JsonObject =>
  mapSchemas(schema, (inner) => {
    const target = inline.get(readReference(inner) ?? "");
    if (!target) return expandReferences(inner, inline);
    const { $ref, ...siblings } = inner;
    return Object.keys(siblings).length === 0 ? target : { ...target, ...siblings };
  });

/**
 * Chooses the definitions that are short with all that is inline in them, and those that are used once. So nothing long is repeated,
 * however often each refers to the next one.
 */
function chooseInlineDefinitions(
  definitions: ReadonlyMap<string, JsonObject>,
  references: ReadonlyMap<string, readonly string[]>,
  all: readonly string[],
): Map<string, JsonObject> {
  const uses = new Map<string, number>();
  for (const name of all) uses.set(name, (uses.get(name) ?? 0) + 1);
  const inline = new Map<string, JsonObject>();
  const lengths = new Map<string, number>();
  for (const [name = "", ...others] of listCycles(references)) {
    const targets = references.get(name) ?? [];
    const part = definitions.get(name);
    if (!part || others.length > 0 || targets.includes(name)) continue;
    const inner = targets.reduce((sum, one) => sum + (inline.has(one) ? (lengths.get(one) ?? 0) : 0), 0);
    const length = JSON.stringify(part).length + inner;
    lengths.set(name, length);
    if (length <= (uses.get(name) === 1 ? mostInlineCharacters : shortCharacters))
      inline.set(name, expandReferences(part, inline));
  }
  return inline;
}

/** Collects the definitions that schemas refer to, breadth-first, so that the nearest ones are complete. */
function createCollector(getDefinition: GetDefinition) {
  let remaining = mostCharactersOfAll;
  const collected = new Map<string, Definitions>();
  const collect = (needed: readonly string[], limit: number): Definitions => {
    const found = new Map<string, JsonObject>();
    const references = new Map<string, readonly string[]>();
    const names = [...needed];
    let characters = 0;
    // A list also visits what is added meanwhile.
    for (const name of names) {
      if (found.has(name)) continue;
      const part = characters > limit ? tooLarge : getDefinition(name);
      characters += JSON.stringify(part).length;
      const included = characters <= limit ? part : tooLarge;
      found.set(name, included);
      references.set(name, listReferences(included));
      names.push(...(references.get(name) ?? []));
    }
    const inline = chooseInlineDefinitions(found, references, names);
    const others = [...found].filter(([name]) => !inline.has(name));
    const included = Object.fromEntries(others.map(([name, part]) => [name, expandReferences(part, inline)]));
    return { inline, included, characters };
  };
  return (schema: JsonObject): Definitions => {
    const references = listReferences(schema);
    const limit = Math.min(mostCharacters, remaining);
    const key = JSON.stringify([limit, references]);
    const definitions = collected.get(key) ?? collect(references, limit);
    collected.set(key, definitions);
    remaining -= Math.min(definitions.characters, limit);
    return definitions;
  };
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

/**
 * Lists the names that refer to each other together, and each after all that it refers to: Tarjan's algorithm, without recursion,
 * because a document may have thousands of schemas in a row.
 */
function listCycles(references: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const open: string[] = [];
  /** When a name was reached. Infinite once its cycle is complete. */
  const order = new Map<string, number>();
  const enter = (name: string) => {
    const index = order.size;
    order.set(name, index);
    open.push(name);
    return { name, index, first: index, remaining: [...(references.get(name) ?? [])] };
  };
  for (const start of references.keys()) {
    const path = order.has(start) ? [] : [enter(start)];
    for (let current = path.at(-1); current; current = path.at(-1)) {
      const next = current.remaining.pop();
      if (next !== undefined && !order.has(next)) path.push(enter(next));
      else if (next !== undefined) current.first = Math.min(current.first, order.get(next) ?? 0);
      else {
        path.pop();
        const parent = path.at(-1);
        if (parent) parent.first = Math.min(parent.first, current.first);
        if (current.first < current.index) continue;
        const cycle = open.splice(open.lastIndexOf(current.name));
        for (const name of cycle) order.set(name, Number.POSITIVE_INFINITY);
        cycles.push(cycle);
      }
    }
  }
  return cycles;
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
  const changePart = (part: unknown) => (isRecord(part) ? change(part) : part);
  return mapMembers(schema, (value, key) => {
    if (dataKeywords.has(key)) return value;
    if (schemaMapKeywords.has(key) && isRecord(value)) return mapMembers(value, changePart);
    return Array.isArray(value) ? mapItems(value, changePart) : changePart(value);
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

export function createInputSchemas(document: OpenapiDocument, report: ReportProblem): InputSchemas {
  const definitions = new SchemaDefinitions(document, report);
  const getDefinition = (name: string) => definitions.get(name);
  const collectDefinitions = createCollector(getDefinition);
  return {
    translate: (site) => definitions.translate(site),
    resolve: createReferenceResolver(getDefinition),
    complete: (schema) => addDefinitions(schema, collectDefinitions(schema)),
  };
}

export function createReferenceResolver(getDefinition: GetDefinition): ResolveSchema {
  return (schema) => {
    const name = readReference(schema);
    return name === undefined ? schema : { ...getDefinition(name), ...omitMembers(schema, "$ref") };
  };
}
