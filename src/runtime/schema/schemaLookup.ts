import { splitPointer } from "../../text/position/jsonPointer.ts";
import { getOwnProperty, isRecord } from "../../text/record.ts";
import type { JsonObject } from "../definition.ts";

const mostValues = 50;
/** Schemas may refer to themselves. */
const deepest = 20;

/** Lists the values of every `enum` and `const` that applies at a JSON pointer of the input. */
export function listAllowedValues(schema: JsonObject, pointer: string): unknown[] {
  const values = findSchemasAt(schema, pointer).flatMap((found) => {
    if (Array.isArray(found.enum)) return found.enum;
    return "const" in found ? [found.const] : [];
  });
  return [...new Set(values)].slice(0, mostValues);
}

/** Returns the input's properties at a pointer that the schema does not declare, and those that it declares. */
export function findUnknownProperties(schema: JsonObject, pointer: string, input: unknown) {
  const known = findSchemasAt(schema, pointer).flatMap((found) =>
    isRecord(found.properties) ? Object.keys(found.properties) : [],
  );
  const value = splitPointer(pointer).reduce<unknown>(
    (at, step) => (Array.isArray(at) ? at[Number(step)] : isRecord(at) ? at[step] : undefined),
    input,
  );
  const inputNames = isRecord(value) ? Object.keys(value) : [];
  return {
    unknown: inputNames.filter((name) => !known.includes(name)),
    known: [...new Set(known)].slice(0, mostValues),
  };
}

function findSchemasAt(root: JsonObject, pointer: string): JsonObject[] {
  let found = listAlternatives(root, root, 0);
  for (const step of splitPointer(pointer))
    found = found
      .flatMap((schema) => findChildSchemas(schema, step))
      .flatMap((schema) => listAlternatives(root, schema, 0));
  return found;
}

/** The schema itself, the parts it combines and the schemas it refers to. */
function listAlternatives(root: JsonObject, schema: JsonObject, depth: number): JsonObject[] {
  if (depth > deepest) return [];
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  const target = typeof schema.$ref === "string" ? resolveReference(root, schema.$ref) : undefined;
  return [schema, ...[...parts, target].filter(isRecord).flatMap((part) => listAlternatives(root, part, depth + 1))];
}

function findChildSchemas(schema: JsonObject, step: string): JsonObject[] {
  const named = isRecord(schema.properties) ? getOwnProperty(schema.properties, step) : undefined;
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems[Number(step)] : undefined;
  if (isRecord(named)) return [named];
  if (isRecord(prefix)) return [prefix];
  return [schema.items, schema.additionalProperties].filter(isRecord);
}

function resolveReference(root: JsonObject, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  return splitPointer(decodeURIComponent(reference.slice(1))).reduce<unknown>(
    (at, step) => (isRecord(at) ? getOwnProperty(at, step) : undefined),
    root,
  );
}
