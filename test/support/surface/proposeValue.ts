import { isRecord, type UnknownRecord } from "../../../src/text/record.ts";

/** 0 to 1. */
type Random = () => number;

export interface RootedSchema {
  readonly schema: unknown;
  readonly root: UnknownRecord;
}

const maxDepth = 5;

/** A value that probably fits one of the schemas, or nearly does. Schemas of both sides of a comparison find where they differ. */
export function proposeValue(random: Random, schemas: readonly RootedSchema[], depth = 0): unknown {
  const parts = schemas.flatMap((one) => flattenParts(random, one, 0));
  const constants = parts.flatMap(({ schema }) =>
    isRecord(schema) ? [...("const" in schema ? [schema.const] : []), ...toList(schema.enum)] : [],
  );
  if (constants.length > 0 && random() < 0.85) return pick(random, constants);
  const types = parts.flatMap(({ schema }) =>
    isRecord(schema)
      ? toList(schema.type ?? guessType(schema)).concat(typeof schema.type === "string" ? [schema.type] : [])
      : [],
  );
  const type = types.length > 0 && random() < 0.93 ? pick(random, types) : pick(random, anyTypes);
  if (type === "object") return depth > maxDepth ? {} : proposeObject(random, parts, depth);
  if (type === "array") return depth > maxDepth ? [] : proposeArray(random, parts, depth);
  if (type === "string") return proposeText(random, parts);
  if (type === "integer" || type === "number") return proposeNumber(random, parts, type === "integer");
  return type === "boolean" ? random() < 0.5 : null;
}

const anyTypes = ["null", "boolean", "integer", "number", "string", "array", "object"];

function guessType(schema: UnknownRecord): string[] {
  if (schema.properties ?? schema.required ?? schema.additionalProperties) return ["object"];
  return (schema.items ?? schema.prefixItems) ? ["array"] : [];
}

/** The schema with the targets of references, all of `allOf`, and one alternative of each list. */
function flattenParts(random: Random, { schema, root }: RootedSchema, level: number): RootedSchema[] {
  if (!isRecord(schema) || level > 8) return [];
  const target = typeof schema.$ref === "string" ? followReference(root, schema.$ref) : undefined;
  const alternatives = [schema.anyOf, schema.oneOf, [schema.if, schema.then, schema.else].filter(isRecord)];
  const chosen = alternatives.map(toList).filter((list) => list.length > 0);
  const next = [
    target,
    ...toList(schema.allOf),
    schema.not && random() < 0.2 ? schema.not : undefined,
    ...chosen.map((list) => pick(random, list)),
  ];
  return [{ schema, root }, ...next.flatMap((one) => flattenParts(random, { schema: one, root }, level + 1))];
}

function followReference(root: UnknownRecord, reference: string): unknown {
  let found: unknown = root;
  for (const key of reference.split("/").slice(1)) found = isRecord(found) ? found[key] : undefined;
  return found;
}

function proposeObject(random: Random, parts: readonly RootedSchema[], depth: number): UnknownRecord {
  const named = new Map<string, RootedSchema[]>();
  const required = new Set<unknown>();
  const others: RootedSchema[] = [];
  for (const { schema, root } of parts) {
    if (!isRecord(schema)) continue;
    for (const [name, one] of Object.entries(isRecord(schema.properties) ? schema.properties : {}))
      named.set(name, [...(named.get(name) ?? []), { schema: one, root }]);
    for (const name of toList(schema.required)) required.add(name);
    for (const one of [
      schema.additionalProperties,
      ...Object.values(isRecord(schema.patternProperties) ? schema.patternProperties : {}),
    ])
      if (isRecord(one)) others.push({ schema: one, root });
  }
  const eagerness = pick(random, [0.2, 0.5, 0.9]);
  const extra = ["c", "kind", "zz"].filter(() => random() < 0.15);
  const names = [...new Set([...named.keys(), ...required, ...extra])].filter((name) => typeof name === "string");
  const present = names.filter((name) => (required.has(name) ? random() < 0.97 : random() < eagerness));
  return Object.fromEntries(
    present.map((name) => [name, proposeValue(random, selectSide(random, named.get(name) ?? others), depth + 1)]),
  );
}

/** Sometimes only one of the schemas, because a value for all of them often fits none. */
function selectSide(random: Random, schemas: readonly RootedSchema[]): readonly RootedSchema[] {
  return schemas.length > 1 && random() < 0.7 ? [pick(random, schemas)] : schemas;
}

function proposeArray(random: Random, parts: readonly RootedSchema[], depth: number): unknown[] {
  const sizes = parts.flatMap(({ schema }) => (isRecord(schema) ? [schema.minItems, schema.maxItems] : []));
  const size = pick(random, [...sizes.filter((one) => typeof one === "number"), 0, 1, 2, 3]);
  const count = Math.max(0, Math.min(6, Math.round(size + pick(random, [0, 0, 0, 1, -1]))));
  const items = Array.from({ length: count }, (_, index) => {
    const schemas = parts.flatMap(({ schema, root }) => {
      if (!isRecord(schema)) return [];
      const own = toList(schema.prefixItems)[index] ?? (random() < 0.2 ? schema.contains : schema.items);
      return isRecord(own) ? [{ schema: own, root }] : [];
    });
    return proposeValue(random, selectSide(random, schemas), depth + 1);
  });
  return random() < 0.3 && items.length > 0 ? items.map(() => items[0]) : items;
}

function proposeText(random: Random, parts: readonly RootedSchema[]): string {
  const lengths = parts.flatMap(({ schema }) => (isRecord(schema) ? [schema.minLength, schema.maxLength] : []));
  const known = lengths.filter((one) => typeof one === "number");
  if (known.length === 0 || random() < 0.4) return pick(random, texts);
  return "e".repeat(Math.max(0, Math.min(2000, pick(random, known) + pick(random, [0, 0, 1, -1]))));
}

const texts = ["", "x", "yes", "e", "E1", "2024-01-31", "me@example.com", "https://example.com/", "other value"];

function proposeNumber(random: Random, parts: readonly RootedSchema[], isInteger: boolean): number {
  const keywords = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
  const bounds = parts.flatMap(({ schema }) => (isRecord(schema) ? keywords.map((keyword) => schema[keyword]) : []));
  const known = [...bounds.filter((one) => typeof one === "number"), 0, 1, 7];
  const value = pick(random, known) + pick(random, [0, 0, 1, -1, 0.5, -0.5, 2, 3]);
  return isInteger && random() < 0.9 ? Math.round(value) : value;
}

function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined && list.length === 0) throw new Error("There is nothing to pick from.");
  return found as T;
}

const toList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
