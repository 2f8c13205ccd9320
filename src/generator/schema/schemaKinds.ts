import { appendToPointer, readLocalPointer, splitPointer } from "../../text/position/jsonPointer.ts";
import { getMember } from "../../text/record.ts";
import { asList, asObject, asText, asTextList, type JsonObject, omitMembers } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";

/** A schema with more kinds, such as the root of all types of an API, is described alone: no model reads more. */
const mostKinds = 30;

/** What a value may be where the document names the kind's parent. */
export interface SchemaKind {
  readonly node: DocumentNode;
  /** The values of the discriminator's property that mean the kind. */
  readonly values: readonly string[];
  /** Whether it has kinds of its own, by another property. */
  readonly isParent: boolean;
}

export interface ParentSchema {
  /** The schema that its kinds extend: without the list of them. */
  readonly base: JsonObject;
  /** Of the discriminator; empty: there is none. */
  readonly property: string;
  readonly kinds: readonly SchemaKind[];
  /** Whether there may be other kinds, which the document does not describe. */
  readonly isOpen: boolean;
  /** The pointers of all that extend it. */
  readonly descendants: ReadonlySet<string>;
}

/** Returns the kinds of a schema that others extend by `allOf`, if it has a discriminator or lists them; else undefined. */
export type FindParent = (schema: DocumentNode) => ParentSchema | undefined;

const findersByDocument = new WeakMap<JsonObject, FindParent>();

export function getParentFinder(root: JsonObject): FindParent {
  const finder = findersByDocument.get(root) ?? createParentFinder(root);
  findersByDocument.set(root, finder);
  return finder;
}

function createParentFinder(root: JsonObject): FindParent {
  const hierarchy = readHierarchy(root);
  const parents = new Map<string, ParentSchema | undefined>();
  return ({ value, pointer }) => {
    const schema = asObject(value);
    const property = readDiscriminator(schema);
    const lists = (["oneOf", "anyOf"] as const).filter((key) => asList(schema[key]).length > 0);
    if (property === "" && lists.length === 0) return undefined;
    if (!parents.has(pointer)) parents.set(pointer, readParent(hierarchy, { schema, pointer, property, lists }));
    return parents.get(pointer);
  };
}

interface Hierarchy {
  /** The pointers of the schemas that extend a schema, by its pointer. */
  readonly children: ReadonlyMap<string, readonly string[]>;
  getSchema(pointer: string): JsonObject;
  follow(node: DocumentNode): string;
  /** The pointer that a mapping's name or reference leads to; empty: none. */
  findMapped(name: string): string;
}

function readHierarchy(root: JsonObject): Hierarchy {
  const containers = { "/components/schemas": asObject(root.components).schemas, "/definitions": root.definitions };
  const named = Object.entries(containers).flatMap(([container, schemas]) =>
    Object.entries(asObject(schemas)).map(([name, value]) => ({
      name,
      value,
      pointer: appendToPointer(container, name),
    })),
  );
  const pointers = new Map(named.map(({ name, pointer }) => [name, pointer]));
  const getSchema = (pointer: string) => asObject(splitPointer(pointer).reduce<unknown>(getMember, root));
  const follow = (node: DocumentNode) => {
    const found = followReference(root, node);
    return isMissingNode(found) ? "" : found.pointer;
  };
  const children = new Map<string, string[]>();
  for (const node of named)
    for (const parent of new Set(listExtended(node).map(follow)))
      children.set(parent, [...(children.get(parent) ?? []), node.pointer]);
  const findMapped = (name: string): string => {
    const pointer = pointers.get(name) ?? readLocalPointer(name) ?? "";
    return pointer === "" ? "" : follow({ value: getSchema(pointer), pointer });
  };
  return { children, getSchema, follow, findMapped };
}

/** The references in the `allOf` of a schema. */
function listExtended({ value, pointer }: DocumentNode): DocumentNode[] {
  return asList(asObject(value).allOf).flatMap((part, index) => {
    const node = { value: part, pointer: appendToPointer(pointer, "allOf", index) };
    return asObject(part).$ref === undefined ? listExtended(node) : [node];
  });
}

interface ParentCandidate {
  readonly schema: JsonObject;
  readonly pointer: string;
  /** Of the discriminator; empty: there is none. */
  readonly property: string;
  /** The lists of alternatives that it has. */
  readonly lists: readonly ("oneOf" | "anyOf")[];
}

function readParent(
  hierarchy: Hierarchy,
  { schema, pointer, property, lists }: ParentCandidate,
): ParentSchema | undefined {
  const descendants = listDescendants(hierarchy, pointer);
  const listTargets = (key: string) =>
    asList(schema[key]).map((value, index) =>
      hierarchy.follow({ value, pointer: appendToPointer(pointer, key, index) }),
    );
  const kindLists = lists.filter((key) => listTargets(key).some((target) => descendants.has(target)));
  // Alternatives that do not extend the schema are read as any others.
  if (descendants.size === 0 ? lists.length > 0 : property === "" && kindLists.length === 0) return undefined;
  const mapping = readMapping(hierarchy, [pointer, ...descendants], property);
  const children = property === "" ? [] : (hierarchy.children.get(pointer) ?? []);
  const starts = [...mapping.keys(), ...kindLists.flatMap(listTargets), ...children];
  const kinds = collectKinds(hierarchy, { pointer, starts, property, mapping });
  const values = kinds.flatMap((kind) => kind.values);
  const stated = listStatedValues(schema, property);
  const isStated = stated.length > 0 && stated.every((value) => values.includes(value));
  return kinds.length === 0 || kinds.length > mostKinds
    ? undefined
    : {
        base: omitMembers(schema, "discriminator", ...kindLists),
        property,
        kinds,
        isOpen: kindLists.length === 0 && mapping.size === 0 && !isStated,
        descendants,
      };
}

/** OpenAPI 2.0 has the name of the property alone. */
function readDiscriminator({ discriminator }: JsonObject): string {
  return asText(discriminator) || asText(asObject(discriminator).propertyName);
}

function listDescendants({ children }: Hierarchy, pointer: string): ReadonlySet<string> {
  const found = new Set(children.get(pointer));
  // A set also visits what is added meanwhile.
  for (const one of found) for (const child of children.get(one) ?? []) found.add(child);
  return found;
}

/** The values of the property that mean a schema, by its pointer. A schema between may add to its parent's mapping. */
function readMapping(
  { getSchema, findMapped }: Hierarchy,
  pointers: readonly string[],
  property: string,
): ReadonlyMap<string, readonly string[]> {
  const schemas = property === "" ? [] : pointers.map(getSchema).filter((one) => readDiscriminator(one) === property);
  const entries = schemas.flatMap(({ discriminator }) => Object.entries(asObject(asObject(discriminator).mapping)));
  const targets = entries.map(([value, name]) => ({ value, target: findMapped(asText(name)) }));
  const known = targets.filter(({ target }) => target !== "");
  const byTarget = Map.groupBy(known, ({ target }) => target);
  return new Map([...byTarget].map(([target, group]) => [target, [...new Set(group.map(({ value }) => value))]]));
}

interface KindSearch {
  readonly pointer: string;
  /** Where to begin: what the parent maps and lists, and what extends it. */
  readonly starts: readonly string[];
  readonly property: string;
  readonly mapping: ReadonlyMap<string, readonly string[]>;
}

function collectKinds(hierarchy: Hierarchy, { pointer, starts, property, mapping }: KindSearch): SchemaKind[] {
  const kinds: SchemaKind[] = [];
  const seen = new Set(mapping.has(pointer) ? [] : [pointer]);
  const add = (target: string): void => {
    if (target === "" || seen.has(target)) return;
    seen.add(target);
    const schema = hierarchy.getSchema(target);
    const isParent = ![property, ""].includes(readDiscriminator(schema));
    const children = isParent || property === "" ? [] : (hierarchy.children.get(target) ?? []);
    const stated = [...listStatedValues(schema, property), ...(mapping.get(target) ?? [])];
    const values = stated.length > 0 ? stated : [splitPointer(target).at(-1) ?? ""];
    // Where the document names its kinds, a schema between others is one only if it is named.
    const isNamed = stated.length > 0 || mapping.size === 0 || children.length === 0;
    if (isNamed)
      kinds.push({
        node: { value: schema, pointer: target },
        values: property === "" ? [] : [...new Set(values)],
        isParent,
      });
    children.forEach(add);
  };
  starts.forEach(add);
  return kinds;
}

/** The values of the property that a schema itself allows. */
function listStatedValues(schema: JsonObject, property: string): string[] {
  const stated = asText(schema["x-ms-discriminator-value"]);
  const own = asObject(getMember(schema.properties, property));
  const values = [...asTextList([own.const]), ...asTextList(own.enum), ...(stated === "" ? [] : [stated])];
  const parts = asList(schema.allOf).map(asObject);
  return values.length > 0 || property === "" ? values : parts.flatMap((part) => listStatedValues(part, property));
}
