import { pointerTo } from "../document/jsonPointer.ts";
import { asList, asObject, isObject, type JsonObject } from "../document/jsonValues.ts";
import { follow, isMissing, type Site } from "../document/references.ts";

/** The properties of a schema that have no place in an input. */
export function hiddenNames(root: JsonObject, site: Site<JsonObject>): readonly string[] {
  const { properties, allOf, $ref } = site.value;
  return $ref === undefined && (properties !== undefined || allOf !== undefined) ? readOnlyNames(root, site) : [];
}

/** The properties of an object that only answers have, those of its `allOf` parts among them. */
function readOnlyNames(root: JsonObject, site: Site, seen = new Set<string>()): string[] {
  const found = follow(root, site);
  if (isMissing(found) || !isObject(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = Object.entries(asObject(value.properties)).flatMap(([name, schema]) => {
    const property = follow(root, { value: schema, pointer: pointerTo(pointer, "properties", name) });
    const readOnly =
      asObject(schema).readOnly === true || (!isMissing(property) && asObject(property.value).readOnly === true);
    return readOnly ? [name] : [];
  });
  const parts = asList(value.allOf).flatMap((part, index) =>
    readOnlyNames(root, { value: part, pointer: pointerTo(pointer, "allOf", index) }, seen),
  );
  return [...own, ...parts];
}
