import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { cleanLine } from "../document/cleanText.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { readSchemaTypes } from "./keywords.ts";

/** Tells the schema of the answers described at a place; undefined where there is too much or too little to tell. */
export type OutputSchemas = (site: DocumentNode) => JsonObject | undefined;

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

interface Facts {
  readonly said: JsonObject;
  /** With its types. */
  readonly typed: JsonObject;
  /** How many schemas stand to choose from. */
  readonly alternatives: number;
  readonly members: readonly (readonly [string, DocumentNode])[];
}

/**
 * Schemas of answers, loose enough that what an API really answers is never refused for them: types, all nullable, and descriptions,
 * but nothing required, no enums, formats or bounds. What is deeper than there is room for stays open, so there are no cycles.
 */
export function createOutputSchemas(root: JsonObject): OutputSchemas {
  /** By pointer, then by depth. */
  const made = new Map<string, Loose[]>();
  const facts = new Map<string, Facts>();

  const factsOf = (site: DocumentNode<JsonObject>): Facts => {
    const known = facts.get(site.pointer);
    if (known) return known;
    const found = readFacts(root, site);
    facts.set(site.pointer, found);
    return found;
  };

  const loosen = (site: DocumentNode, depth: number): Loose => {
    const found = followReference(root, site);
    if (isMissingNode(found) || !isRecord(found.value)) return open;
    const byDepth = made.get(found.pointer) ?? [];
    made.set(found.pointer, byDepth);
    byDepth[depth] ??= looseSchema(found.value, { pointer: found.pointer, depth });
    return byDepth[depth];
  };

  const looseSchema = (value: JsonObject, { pointer, depth }: { pointer: string; depth: number }): Loose => {
    const below =
      (...keys: (string | number)[]) =>
      (child: unknown) =>
        loosen({ value: child, pointer: appendToPointer(pointer, ...keys) }, depth - 1);
    const { said, typed, alternatives, members } = factsOf({ value, pointer });
    if (alternatives > 0) {
      if (depth <= 0 || alternatives > mostAlternatives) return { schema: said, parts: 1 };
      const list = asList(value.anyOf).length > 0 ? "anyOf" : "oneOf";
      const options = asList(value[list]).map((option, index) => below(list, index)(option));
      const anyOf = [...distinct(options.map(({ schema }) => schema)), { type: "null" }];
      return { schema: { ...said, anyOf }, parts: total(options) };
    }
    if (depth <= 0) return { schema: typed, parts: 1 };
    const properties: (readonly [string, Loose])[] = [];
    let parts = 1;
    for (const [name, site] of members) {
      const property = loosen(site, depth - 1);
      properties.push([name, property]);
      parts += property.parts;
      // Nothing that it is a part of is told, so the rest of it need not be made.
      if (parts > mostParts) return { schema: open.schema, parts };
    }
    const items = isRecord(value.items) ? below("items")(value.items) : undefined;
    const rest = isRecord(value.additionalProperties)
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
      parts: parts + (items?.parts ?? 0) + (rest?.parts ?? 0),
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

/** What of a schema is the same however deep one looks. */
function readFacts(root: JsonObject, site: DocumentNode<JsonObject>): Facts {
  const { description: given, anyOf, oneOf } = site.value;
  const description = cleanLine(given, longestDescription);
  const said = description === "" ? {} : { description };
  const alternatives = asList(anyOf).length + asList(oneOf).length;
  if (alternatives > 0) return { said, typed: said, alternatives, members: [] };
  const members = memberSites(root, site).map(([name, member]) => {
    const found = followReference(root, member);
    return [name, isMissingNode(found) ? member : found] as const;
  });
  const types = withNull(typesOf(root, site), members.length > 0);
  return { said, typed: types.length > 0 ? { type: types, ...said } : said, alternatives, members };
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
function memberSites(root: JsonObject, site: DocumentNode, seen = new Set<string>()): [string, DocumentNode][] {
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
    memberSites(root, { value: part, pointer: appendToPointer(pointer, "allOf", index) }, seen),
  );
  return [...new Map([...parts, ...own])];
}

/** The types a schema names, or its parts do. */
function typesOf(root: JsonObject, site: DocumentNode, seen = new Set<string>()): string[] {
  const found = followReference(root, site);
  if (isMissingNode(found) || !isRecord(found.value) || seen.has(found.pointer)) return [];
  const { value, pointer } = found;
  seen.add(pointer);
  const own = readSchemaTypes(value.type);
  if (own.length > 0) return own;
  if (isRecord(value.items)) return ["array"];
  const parts = asList(value.allOf).map((part, index) =>
    typesOf(root, { value: part, pointer: appendToPointer(pointer, "allOf", index) }, seen),
  );
  return parts.find((types) => types.length > 0) ?? [];
}
