import { joinWords } from "../../text/joinWords.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { readDescriptionLine } from "../document/readDescription.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { readSchemaTypes } from "./keywords.ts";

/** Returns the schema of a response; undefined if it would be empty. */
export type OutputSchemas = (site: DocumentNode) => JsonObject | undefined;

/** The limit keeps an output schema at about a page of a client's context. */
const mostParts = 80;
/** The deepest one that stays below the limit is used. */
const depths = [1, 2, 3, 4, 6] as const;
const tooManyParts = "It has more properties than are described here.";
const longestDescription = 200;
const mostAlternatives = 6;

interface SizedSchema {
  readonly schema: JsonObject;
  /** The number of schemas in it. */
  readonly parts: number;
}

interface SchemaFacts {
  readonly annotations: JsonObject;
  /** The annotations and the types. */
  readonly typed: JsonObject;
  /** The number of alternatives in `anyOf` and `oneOf`. */
  readonly alternatives: number;
  readonly members: readonly (readonly [string, DocumentNode])[];
}

/**
 * Creates output schemas that accept what APIs really respond: nullable types and descriptions, but no required properties, enums,
 * formats or bounds. Deeper parts stay unspecified, so there are no cycles.
 */
export function createOutputSchemas(root: JsonObject): OutputSchemas {
  const builder = new OutputSchemaBuilder(root);
  return (site) => {
    let deepest = builder.getSchema(site, 0).schema;
    for (const depth of depths) {
      const { schema, parts } = builder.getSchema(site, depth);
      if (parts > mostParts) return { ...deepest, description: joinWords(asText(deepest.description), tooManyParts) };
      deepest = schema;
    }
    return Object.keys(deepest).length > 0 ? deepest : undefined;
  };
}

/** Builds each schema of a document once for each depth. */
class OutputSchemaBuilder {
  readonly #root: JsonObject;
  /** The key is the pointer, the index the depth. */
  readonly #schemasByDepth = new Map<string, SizedSchema[]>();
  readonly #facts = new Map<string, SchemaFacts>();

  constructor(root: JsonObject) {
    this.#root = root;
  }

  getSchema(site: DocumentNode, depth: number): SizedSchema {
    const found = followReference(this.#root, site);
    if (isMissingNode(found) || !isRecord(found.value)) return anySchema;
    const { value, pointer } = found;
    const byDepth = this.#schemasByDepth.get(pointer) ?? [];
    this.#schemasByDepth.set(pointer, byDepth);
    byDepth[depth] ??= this.#createSchema({ value, pointer }, depth);
    return byDepth[depth];
  }

  #createSchema(site: DocumentNode<JsonObject>, depth: number): SizedSchema {
    const facts = this.#getFacts(site);
    if (facts.alternatives > 0) return this.#createAlternatives(site, facts, depth);
    if (depth <= 0) return { schema: facts.typed, parts: 1 };
    const properties: (readonly [string, SizedSchema])[] = [];
    let parts = 1;
    for (const [name, member] of facts.members) {
      const property = this.getSchema(member, depth - 1);
      properties.push([name, property]);
      parts += property.parts;
      // A schema that contains this one is above the limit too, so the remaining properties are not needed.
      if (parts > mostParts) return { schema: anySchema.schema, parts };
    }
    const items = this.#getChildSchema(site, "items", depth);
    const additionalProperties = this.#getChildSchema(site, "additionalProperties", depth);
    return {
      schema: {
        ...facts.typed,
        ...(properties.length > 0 && {
          properties: Object.fromEntries(properties.map(([name, { schema }]) => [name, schema])),
        }),
        ...(items && { items: items.schema }),
        ...(additionalProperties && { additionalProperties: additionalProperties.schema }),
      },
      parts: parts + (items?.parts ?? 0) + (additionalProperties?.parts ?? 0),
    };
  }

  #createAlternatives(
    { value, pointer }: DocumentNode<JsonObject>,
    { annotations, alternatives }: SchemaFacts,
    depth: number,
  ): SizedSchema {
    if (depth <= 0 || alternatives > mostAlternatives) return { schema: annotations, parts: 1 };
    const keyword = asList(value.anyOf).length > 0 ? "anyOf" : "oneOf";
    const options = asList(value[keyword]).map((option, index) =>
      this.getSchema({ value: option, pointer: appendToPointer(pointer, keyword, index) }, depth - 1),
    );
    const anyOf = [...removeDuplicates(options.map(({ schema }) => schema)), { type: "null" }];
    return { schema: { ...annotations, anyOf }, parts: countParts(options) };
  }

  #getChildSchema(
    { value, pointer }: DocumentNode<JsonObject>,
    keyword: "items" | "additionalProperties",
    depth: number,
  ): SizedSchema | undefined {
    const child = value[keyword];
    if (!isRecord(child)) return undefined;
    return this.getSchema({ value: child, pointer: appendToPointer(pointer, keyword) }, depth - 1);
  }

  #getFacts(site: DocumentNode<JsonObject>): SchemaFacts {
    const facts = this.#facts.get(site.pointer) ?? readFacts(this.#root, site);
    this.#facts.set(site.pointer, facts);
    return facts;
  }
}

/** Reads the parts of a schema that do not depend on the depth. */
function readFacts(root: JsonObject, site: DocumentNode<JsonObject>): SchemaFacts {
  const { description: given, anyOf, oneOf } = site.value;
  const description = readDescriptionLine(given, longestDescription);
  const annotations = description === "" ? {} : { description };
  const alternatives = asList(anyOf).length + asList(oneOf).length;
  if (alternatives > 0) return { annotations, typed: annotations, alternatives, members: [] };
  const members = listProperties(root, site).map(([name, member]) => {
    const found = followReference(root, member);
    return [name, isMissingNode(found) ? member : found] as const;
  });
  const types = addNullType(findTypes(root, site), members.length > 0);
  return {
    annotations,
    typed: types.length > 0 ? { type: types, ...annotations } : annotations,
    alternatives,
    members,
  };
}

const anySchema: SizedSchema = { schema: {}, parts: 1 };
const countParts = (parts: readonly SizedSchema[]) => parts.reduce((sum, part) => sum + part.parts, 1);

function removeDuplicates(schemas: readonly JsonObject[]): JsonObject[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

const addNullType = (types: readonly string[], hasMembers: boolean) => {
  const found = types.length > 0 ? types : hasMembers ? ["object"] : [];
  return found.length === 0 || found.includes("null") ? found : [...found, "null"];
};

/** Lists the properties of an object and of its `allOf` parts, without write-only properties. */
function listProperties(root: JsonObject, site: DocumentNode, seen = new Set<string>()): [string, DocumentNode][] {
  const found = followReference(root, site);
  if (isMissingNode(found) || !isRecord(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = Object.entries(asObject(value.properties)).flatMap(([name, schema]): [string, DocumentNode][] =>
    asObject(schema).writeOnly === true
      ? []
      : [[name, { value: schema, pointer: appendToPointer(pointer, "properties", name) }]],
  );
  const parts = asList(value.allOf).flatMap((part, index) =>
    listProperties(root, { value: part, pointer: appendToPointer(pointer, "allOf", index) }, seen),
  );
  return [...new Map([...parts, ...own])];
}

/** The types of a schema or of its `allOf` parts. */
function findTypes(root: JsonObject, site: DocumentNode, seen = new Set<string>()): string[] {
  const found = followReference(root, site);
  if (isMissingNode(found) || !isRecord(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = readSchemaTypes(value.type);
  if (own.length > 0) return own;
  if (isRecord(value.items)) return ["array"];
  const parts = asList(value.allOf).map((part, index) =>
    findTypes(root, { value: part, pointer: appendToPointer(pointer, "allOf", index) }, seen),
  );
  return parts.find((types) => types.length > 0) ?? [];
}
