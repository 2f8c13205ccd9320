import { cleanLine } from "../document/cleanText.ts";
import { asList, asObject, isObject, type JsonObject } from "../document/json.ts";
import { pointerTo } from "../document/pointer.ts";
import { follow, isMissing, type Site } from "../document/references.ts";
import { readTypes } from "./keywords.ts";

/** Tells the schema of the answers described at a place; undefined where there is too much or too little to tell. */
export type OutputSchemas = (site: Site) => JsonObject | undefined;

/** It is for reading: an answer is worth a page of a client's context, not ten. */
const mostParts = 80;
/** Tried in turn, as long as there is room. */
const depths = [2, 3, 4, 6] as const;
const longestDescription = 200;
const mostAlternatives = 6;

interface Loose {
  readonly schema: JsonObject;
  /** How many schemas it is made of. */
  readonly parts: number;
}

/**
 * Schemas of answers, loose enough that what an API really answers is never refused for them: types, all nullable, and descriptions,
 * but nothing required, no enums, formats or bounds. What is deeper than there is room for stays open, so there are no cycles.
 */
export function createOutputSchemas(root: JsonObject): OutputSchemas {
  const made = new Map<string, Loose>();

  const loosen = (site: Site, depth: number): Loose => {
    const found = follow(root, site);
    if (isMissing(found) || !isObject(found.value)) return open;
    const key = `${depth} ${found.pointer}`;
    const known = made.get(key);
    if (known) return known;
    const schema = looseSchema(found.value, { pointer: found.pointer, depth });
    made.set(key, schema);
    return schema;
  };

  const looseSchema = (value: JsonObject, { pointer, depth }: { pointer: string; depth: number }): Loose => {
    const below =
      (...keys: (string | number)[]) =>
      (child: unknown) =>
        loosen({ value: child, pointer: pointerTo(pointer, ...keys) }, depth - 1);
    const description = cleanLine(value.description, longestDescription);
    const said = description === "" ? {} : { description };
    const alternatives = [...asList(value.anyOf), ...asList(value.oneOf)];
    if (alternatives.length > 0) {
      if (depth <= 0 || alternatives.length > mostAlternatives) return { schema: said, parts: 1 };
      const list = asList(value.anyOf).length > 0 ? "anyOf" : "oneOf";
      const options = asList(value[list]).map((option, index) => below(list, index)(option));
      const anyOf = [...distinct(options.map(({ schema }) => schema)), { type: "null" }];
      return { schema: { ...said, anyOf }, parts: total(options) };
    }
    const members = memberSites(root, { value, pointer });
    const types = withNull(typesOf(root, { value, pointer }), members.length > 0);
    const typed = { ...(types.length > 0 ? { type: types } : {}), ...said };
    if (depth <= 0) return { schema: typed, parts: 1 };
    const properties = members.map(([name, site]) => [name, loosen(site, depth - 1)] as const);
    const items = isObject(value.items) ? below("items")(value.items) : undefined;
    const rest = isObject(value.additionalProperties)
      ? below("additionalProperties")(value.additionalProperties)
      : undefined;
    return {
      schema: {
        ...typed,
        ...(properties.length > 0
          ? { properties: Object.fromEntries(properties.map(([name, { schema }]) => [name, schema])) }
          : {}),
        ...(items ? { items: items.schema } : {}),
        ...(rest ? { additionalProperties: rest.schema } : {}),
      },
      parts: total([...properties.map(([, part]) => part), ...(items ? [items] : []), ...(rest ? [rest] : [])]),
    };
  };

  return (site) => {
    let best: JsonObject | undefined;
    for (const depth of depths) {
      const { schema, parts } = loosen(site, depth);
      if (parts > mostParts) break;
      best = schema;
    }
    return best && Object.keys(best).length > 0 ? best : undefined;
  };
}

const open: Loose = { schema: {}, parts: 1 };
const total = (parts: readonly Loose[]) => parts.reduce((sum, part) => sum + part.parts, 1);

function distinct(schemas: readonly JsonObject[]): JsonObject[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

const withNull = (types: readonly string[], hasMembers: boolean) => {
  const found = types.length > 0 ? types : hasMembers ? ["object"] : [];
  return found.length === 0 || found.includes("null") ? found : [...found, "null"];
};

/** The properties of an object and of the parts it is made of, without those that only requests have. */
function memberSites(root: JsonObject, site: Site, seen = new Set<string>()): [string, Site][] {
  const found = follow(root, site);
  if (isMissing(found) || !isObject(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = Object.entries(asObject(value.properties)).flatMap(([name, schema]): [string, Site][] =>
    asObject(schema).writeOnly === true
      ? []
      : [[name, { value: schema, pointer: pointerTo(pointer, "properties", name) }]],
  );
  const parts = asList(value.allOf).flatMap((part, index) =>
    memberSites(root, { value: part, pointer: pointerTo(pointer, "allOf", index) }, seen),
  );
  return [...new Map([...parts, ...own])];
}

/** The types a schema names, or its parts do. */
function typesOf(root: JsonObject, site: Site, seen = new Set<string>()): string[] {
  const found = follow(root, site);
  if (isMissing(found) || !isObject(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = readTypes(value.type);
  if (own.length > 0) return own;
  if (isObject(value.items)) return ["array"];
  const parts = asList(value.allOf).map((part, index) =>
    typesOf(root, { value: part, pointer: pointerTo(pointer, "allOf", index) }, seen),
  );
  return parts.find((types) => types.length > 0) ?? [];
}
