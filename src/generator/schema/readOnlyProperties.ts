import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { asList, asObject, asTextList, type JsonObject } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { listComposition } from "./listComposition.ts";

/** The read-only properties of an object and of its `allOf` parts. */
interface ReadOnlyProperties {
  /** Only responses have them. */
  readonly hidden: readonly string[];
  /**
   * An input has them although they are read-only, because a schema other than the one that declares them requires them: the reference
   * `allOf: [Resource, { required: [id] }]` needs the id of the resource. Those that an `allOf` part restores itself are not listed.
   */
  readonly restored: ReadonlyMap<string, DocumentNode>;
}

const none: ReadOnlyProperties = { hidden: [], restored: new Map() };

export function findReadOnlyProperties(root: JsonObject, site: DocumentNode): ReadOnlyProperties {
  const { properties, allOf, $ref } = asObject(site.value);
  if ($ref !== undefined || (properties === undefined && allOf === undefined)) return none;
  const { hidden, restored } = readComposition(root, site);
  if (restored.size === 0) return { hidden, restored };
  const parts = listParts(site).map((part) => readComposition(root, part).restored);
  return { hidden, restored: new Map([...restored].filter(([name]) => !parts.some((part) => part.has(name)))) };
}

function readComposition(root: JsonObject, site: DocumentNode): ReadOnlyProperties {
  const members = listMembers(root, site);
  const requiredBy = new Map<string, Set<string>>();
  for (const { required, owner } of members)
    for (const name of required) requiredBy.set(name, (requiredBy.get(name) ?? new Set()).add(owner));
  const isRequired = (name: string, owner: string) => {
    const owners = requiredBy.get(name);
    return owners !== undefined && (owners.size > 1 || !owners.has(owner));
  };
  const writable = new Set(members.flatMap((member) => member.writable));
  const readOnly = members.flatMap(({ owner, readOnly: declared }) =>
    declared.filter(([name]) => !writable.has(name)).map(([name, node]) => ({ name, node, owner })),
  );
  const restored = new Map(
    readOnly.filter(({ name, owner }) => isRequired(name, owner)).map(({ name, node }) => [name, node] as const),
  );
  return { hidden: readOnly.map(({ name }) => name).filter((name) => !restored.has(name)), restored };
}

/** What one schema of a composition declares. */
interface Members {
  /** The pointer of the schema. */
  readonly owner: string;
  readonly required: readonly string[];
  readonly writable: readonly string[];
  readonly readOnly: readonly (readonly [string, DocumentNode])[];
}

function listMembers(root: JsonObject, site: DocumentNode): Members[] {
  return listComposition(root, site).map(({ value, pointer: owner }) => {
    const properties = Object.entries(asObject(value.properties)).map(([name, schema]) => {
      const node = { value: schema, pointer: appendToPointer(owner, "properties", name) };
      return { name, node, readOnly: isReadOnly(root, node) };
    });
    return {
      owner,
      required: asTextList(value.required),
      writable: properties.filter(({ readOnly }) => !readOnly).map(({ name }) => name),
      readOnly: properties.filter(({ readOnly }) => readOnly).map(({ name, node }) => [name, node] as const),
    };
  });
}

function isReadOnly(root: JsonObject, node: DocumentNode): boolean {
  const { readOnly, $ref } = asObject(node.value);
  if (readOnly === true || $ref === undefined) return readOnly === true;
  const target = followReference(root, node);
  return !isMissingNode(target) && asObject(target.value).readOnly === true;
}

const listParts = ({ value, pointer }: DocumentNode): DocumentNode[] =>
  asList(asObject(value).allOf).map((part, index) => ({
    value: part,
    pointer: appendToPointer(pointer, "allOf", index),
  }));
