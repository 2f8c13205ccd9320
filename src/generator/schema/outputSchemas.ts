import { joinWords } from "../../text/joinWords.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asObject, asText, type JsonObject } from "../document/jsonValues.ts";
import { readDescriptionLine } from "../document/readDescription.ts";
import { type DocumentNode, followObjectReference, followReference, isMissingNode } from "../document/references.ts";
import { readSchemaTypes } from "./keywords.ts";
import { listComposition, mostCombinedSchemas } from "./listComposition.ts";
import { getParentFinder } from "./schemaKinds.ts";

/** Returns the schema of a response; undefined if it would be empty. */
export type OutputSchemas = (site: DocumentNode) => JsonObject | undefined;

/** The limit keeps an output schema at about a page of a client's context. */
const mostParts = 80;
/** The deepest one that stays below the limit is used. */
const depths = [1, 2, 3, 4, 6] as const;
const tooManyParts = "It has more properties than are described here.";
const longestDescription = 200;
const mostAlternatives = 6;

/** What of a schema does not depend on the depth. */
interface SchemaFacts {
  /** The annotations, and the types unless there are alternatives. */
  readonly typed: JsonObject;
  /** Those of `anyOf` or `oneOf`, none of very many; undefined: the schema has members instead. */
  readonly alternatives: readonly Part[] | undefined;
  readonly members: readonly NamedPart[];
  /** Under `items` and `additionalProperties`. */
  readonly children: readonly NamedPart[];
}

/** undefined: nothing is known about it. */
type Part = DescribedSchema | undefined;
type NamedPart = readonly [string, Part];
type FindPart = (site: DocumentNode) => Part;

/**
 * Creates output schemas that accept what APIs really respond: nullable types and descriptions, but no required properties, enums,
 * formats or bounds. Deeper parts stay unspecified, so there are no cycles.
 */
export function createOutputSchemas(root: JsonObject): OutputSchemas {
  const schemas = new Map<string, DescribedSchema>();
  const find: FindPart = (site) => {
    const found = followObjectReference(root, site);
    if (isMissingNode(found)) return undefined;
    const schema = schemas.get(found.pointer) ?? new DescribedSchema(() => readFacts(root, found, find));
    schemas.set(found.pointer, schema);
    return schema;
  };
  const answers = new Map<Part, JsonObject>();
  return (site) => {
    const part = find(site);
    const schema = answers.get(part) ?? createLimited(part);
    answers.set(part, schema);
    return Object.keys(schema).length > 0 ? schema : undefined;
  };
}

function createLimited(part: Part): JsonObject {
  const excess = depths.findIndex((depth) => countParts(part, depth) > mostParts);
  const schema = createSchema(part, (excess < 0 ? depths.at(-1) : depths[excess - 1]) ?? 0);
  return excess < 0 ? schema : { ...schema, description: joinWords(asText(schema.description), tooManyParts) };
}

/** The number of schemas in a schema; more than the limit is not exact. */
const countParts = (part: Part, depth: number) => part?.countParts(depth) ?? 1;
const createSchema = (part: Part, depth: number): JsonObject => part?.createSchema(depth) ?? {};

/** A schema of a document, counted and built once for each depth. */
class DescribedSchema {
  readonly #readFacts: () => SchemaFacts;
  #facts: SchemaFacts | undefined;
  /** The index is the depth. */
  readonly #counts: number[] = [];
  readonly #schemas: JsonObject[] = [];

  constructor(readFacts: () => SchemaFacts) {
    this.#readFacts = readFacts;
  }

  countParts(depth: number): number {
    this.#counts[depth] ??= this.#count(depth);
    return this.#counts[depth];
  }

  createSchema(depth: number): JsonObject {
    this.#schemas[depth] ??= this.#create(depth);
    return this.#schemas[depth];
  }

  #count(depth: number): number {
    if (depth <= 0) return 1;
    const { alternatives, members, children } = this.#getFacts();
    let parts = 1;
    for (const part of alternatives ?? [...members, ...children].map(([, member]) => member)) {
      parts += countParts(part, depth - 1);
      // What contains this schema is above the limit too.
      if (parts > mostParts) return parts;
    }
    return parts;
  }

  #create(depth: number): JsonObject {
    const { typed, alternatives, members, children } = this.#getFacts();
    if (depth <= 0 || alternatives?.length === 0) return typed;
    const create = (part: Part) => createSchema(part, depth - 1);
    if (alternatives) return { ...typed, anyOf: [...removeDuplicates(alternatives.map(create)), { type: "null" }] };
    const createAll = (parts: readonly NamedPart[]) =>
      Object.fromEntries(parts.map(([name, part]) => [name, create(part)]));
    return { ...typed, ...(members.length > 0 && { properties: createAll(members) }), ...createAll(children) };
  }

  #getFacts(): SchemaFacts {
    this.#facts ??= this.#readFacts();
    return this.#facts;
  }
}

function readFacts(root: JsonObject, site: DocumentNode<JsonObject>, find: FindPart): SchemaFacts {
  const { value, pointer } = site;
  const ofKinds = listKindProperties(root, site);
  const isCut = ofKinds.length > mostParts;
  const text = readDescriptionLine(value.description, longestDescription);
  const description = isCut ? joinWords(text, tooManyParts) : text;
  const annotations = description === "" ? {} : { description };
  const alternatives = ofKinds.length > 0 ? undefined : listAlternatives(site);
  if (alternatives) return { typed: annotations, alternatives: alternatives.map(find), members: [], children: [] };
  const members = (ofKinds.length > 0 && !isCut ? ofKinds : listAnswerProperties(root, site)).map(
    ([name, member]): NamedPart => [name, find(member)],
  );
  const types = addNullType(findTypes(root, site), members.length > 0);
  const typed = types.length > 0 ? { type: types, ...annotations } : annotations;
  const children = ["items", "additionalProperties"].flatMap((name): NamedPart[] =>
    isRecord(value[name]) ? [[name, find({ value: value[name], pointer: appendToPointer(pointer, name) })]] : [],
  );
  return { typed, alternatives, members, children };
}

function listAlternatives({ value, pointer }: DocumentNode<JsonObject>): DocumentNode[] | undefined {
  const count = asList(value.anyOf).length + asList(value.oneOf).length;
  if (count === 0) return undefined;
  const keyword = asList(value.anyOf).length > 0 ? "anyOf" : "oneOf";
  return count > mostAlternatives
    ? []
    : asList(value[keyword]).map((option, index) => ({
        value: option,
        pointer: appendToPointer(pointer, keyword, index),
      }));
}

function removeDuplicates(schemas: readonly JsonObject[]): JsonObject[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

const addNullType = (types: readonly string[], hasMembers: boolean) => {
  const found = types.length > 0 ? types : hasMembers ? ["object"] : [];
  return found.length === 0 || found.includes("null") ? found : [...found, "null"];
};

/** Lists the properties of an object and of its `allOf` parts, without write-only properties. */
export function listAnswerProperties(root: JsonObject, site: DocumentNode): [string, DocumentNode][] {
  const properties = listComposition(root, site).flatMap(({ value, pointer }) =>
    Object.entries(asObject(value.properties)).flatMap(([name, schema]): [string, DocumentNode][] =>
      asObject(schema).writeOnly === true
        ? []
        : [[name, { value: schema, pointer: appendToPointer(pointer, "properties", name) }]],
    ),
  );
  return [...new Map(properties)];
}

/** Lists the properties of a schema that names its kinds, together with those of its kinds; none if it has no kinds. */
function listKindProperties(root: JsonObject, site: DocumentNode): [string, DocumentNode][] {
  const findParent = getParentFinder(root);
  const schemas = new Map<string, DocumentNode>([[site.pointer, site]]);
  // A map also visits what is added meanwhile.
  for (const schema of schemas.values())
    for (const { node } of findParent(schema)?.kinds ?? []) schemas.set(node.pointer, node);
  if (schemas.size === 1) return [];
  const all = [...schemas.values()].flatMap((schema) => listAnswerProperties(root, schema));
  return [...Map.groupBy(all, ([name]) => name)].map(([name, uses]) => {
    const different = [...new Map(uses.map(([, node]) => [JSON.stringify(node.value), node])).values()];
    const anyOf = different.map(({ value }) => value);
    const [first = site] = different;
    // The pointer identifies a schema, and this schema is not in the document.
    const merged = { value: { anyOf }, pointer: appendToPointer(site.pointer, "kinds", name) };
    return [name, different.length > 1 ? merged : first];
  });
}

/** The types of a schema or of its `allOf` parts. */
function findTypes(root: JsonObject, site: DocumentNode, seen = new Set<string>()): string[] {
  const found = followReference(root, site);
  if (isMissingNode(found) || !isRecord(found.value) || seen.has(found.pointer)) return [];
  if (seen.size >= mostCombinedSchemas) return [];
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
