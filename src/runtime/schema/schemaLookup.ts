import { splitPointer } from "../../text/position/jsonPointer.ts";
import { getOwnProperty, isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";

const mostValues = 50;
/** Schemas may refer to themselves. */
const deepest = 20;

/** The values that the schema allows at a place of the input (a JSON pointer): every `enum` and `const` that applies there. */
export function listAllowedValues(schema: JsonObject, pointer: string): unknown[] {
  const values = schemasAt(schema, pointer).flatMap((found) => {
    if (Array.isArray(found.enum)) return found.enum;
    return "const" in found ? [found.const] : [];
  });
  return [...new Set(values)].slice(0, mostValues);
}

/** The properties of the input at a place that the schema does not name, and those that it names. */
export function findUnknownProperties(schema: JsonObject, pointer: string, input: unknown) {
  const known = schemasAt(schema, pointer).flatMap((found) =>
    isRecord(found.properties) ? Object.keys(found.properties) : [],
  );
  const value = splitPointer(pointer).reduce<unknown>(
    (at, step) => (Array.isArray(at) ? at[Number(step)] : isRecord(at) ? at[step] : undefined),
    input,
  );
  const given = isRecord(value) ? Object.keys(value) : [];
  return { unknown: given.filter((name) => !known.includes(name)), known: [...new Set(known)].slice(0, mostValues) };
}

function schemasAt(root: JsonObject, pointer: string): JsonObject[] {
  let found = alternatives(root, root, 0);
  for (const step of splitPointer(pointer))
    found = found.flatMap((schema) => below(schema, step)).flatMap((schema) => alternatives(root, schema, 0));
  return found;
}

/** The schema itself and those it is made of. */
function alternatives(root: JsonObject, schema: JsonObject, depth: number): JsonObject[] {
  if (depth > deepest) return [];
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const target = typeof schema.$ref === "string" ? resolve(root, schema.$ref) : undefined;
  return [schema, ...[...parts, target].filter(isRecord).flatMap((part) => alternatives(root, part, depth + 1))];
}

function below(schema: JsonObject, step: string): JsonObject[] {
  const named = isRecord(schema.properties) ? getOwnProperty(schema.properties, step) : undefined;
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems[Number(step)] : undefined;
  if (isRecord(named)) return [named];
  if (isRecord(prefix)) return [prefix];
  return [schema.items, schema.additionalProperties].filter(isRecord);
}

function resolve(root: JsonObject, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  return splitPointer(decodeURIComponent(reference.slice(1))).reduce<unknown>(
    (at, step) => (isRecord(at) ? getOwnProperty(at, step) : undefined),
    root,
  );
}
