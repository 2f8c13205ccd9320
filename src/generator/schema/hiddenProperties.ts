import { appendToPointer } from "../document/jsonPointer.ts";
import { asList, asObject, isObject, type JsonObject } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";

/** The properties of a schema that have no place in an input. */
export function listHiddenProperties(root: JsonObject, site: DocumentNode<JsonObject>): readonly string[] {
  const { properties, allOf, $ref } = site.value;
  return $ref === undefined && (properties !== undefined || allOf !== undefined) ? readOnlyNames(root, site) : [];
}

/** The properties of an object that only answers have, those of its `allOf` parts among them. */
function readOnlyNames(root: JsonObject, site: DocumentNode, seen = new Set<string>()): string[] {
  const found = followReference(root, site);
  if (isMissingNode(found) || !isObject(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = Object.entries(asObject(value.properties)).flatMap(([name, schema]) => {
    const property = followReference(root, { value: schema, pointer: appendToPointer(pointer, "properties", name) });
    const readOnly =
      asObject(schema).readOnly === true || (!isMissingNode(property) && asObject(property.value).readOnly === true);
    return readOnly ? [name] : [];
  });
  const parts = asList(value.allOf).flatMap((part, index) =>
    readOnlyNames(root, { value: part, pointer: appendToPointer(pointer, "allOf", index) }, seen),
  );
  return [...own, ...parts];
}
