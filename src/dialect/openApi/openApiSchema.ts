import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { followed } from "./openApi.ts";

/** What an object is made of, with what it is combined from. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: ReadonlySet<string>;
  /** Nothing else may stand in it. */
  readonly isClosed: boolean;
}

/** More schemas that one is combined from, and more fields, describe no payload. */
const most = { parts: 50, fields: 200 } as const;
const known = new WeakMap<UnknownRecord, ObjectSchema | undefined>();
const knownFields = new WeakMap<UnknownRecord, readonly (readonly [string, unknown])[]>();

/** Undefined where the schema is of no object. */
export function objectSchema(root: UnknownRecord, given: unknown): ObjectSchema | undefined {
  const schema = followed(root, given);
  if (!isRecord(schema)) return undefined;
  if (!known.has(schema)) known.set(schema, combine(listParts(root, schema)));
  return known.get(schema);
}

/** The schemas that one is combined from, each once and with its own parts before it. */
function listParts(root: UnknownRecord, schema: UnknownRecord): readonly UnknownRecord[] {
  const parts = new Set<UnknownRecord>();
  const waiting = [schema];
  for (let part = waiting.pop(); part && parts.size < most.parts; part = waiting.pop()) {
    if (parts.has(part)) continue;
    parts.add(part);
    const all = Array.isArray(part.allOf) ? part.allOf.slice(0, most.parts) : [];
    // Of several forms one is enough to be understood.
    const [some] = formsOf(root, { oneOf: part.oneOf, anyOf: part.anyOf });
    waiting.push(...[...all, some].map((one) => followed(root, one)).filter(isRecord));
  }
  return [...parts].toReversed();
}

function combine(parts: readonly UnknownRecord[]): ObjectSchema | undefined {
  const fields = parts.flatMap(({ properties }) => (isRecord(properties) ? listFields(properties) : []));
  if (fields.length === 0) return undefined;
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required.slice(0, most.fields) : []));
  return {
    properties: Object.fromEntries([...new Map(fields)].slice(0, most.fields)),
    required: new Set(required.filter((name) => typeof name === "string")),
    isClosed: parts.at(-1)?.additionalProperties === false,
  };
}

function listFields(properties: UnknownRecord): readonly (readonly [string, unknown])[] {
  if (!knownFields.has(properties)) knownFields.set(properties, Object.entries(properties).slice(0, most.fields));
  return knownFields.get(properties) ?? [];
}

function isNull(root: UnknownRecord, given: unknown): boolean {
  const schema = followed(root, given);
  return isRecord(schema) && schema.type === "null";
}

/** Whether a name is worth keeping: what is one word in both is said in every style. */
export function isTold(ours: string, theirs: string): boolean {
  return ours !== theirs || /[^a-z]/.test(theirs);
}

/** What type a schema says that it is: `object`, `array`, `string`, ...; undefined where it says none. */
function typeOf(root: UnknownRecord, given: unknown): string | undefined {
  const schema = followed(root, given);
  if (!isRecord(schema)) return undefined;
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((one) => typeof one === "string" && one !== "null");
  if (typeof type === "string") return type;
  if (objectSchema(root, schema)) return "object";
  return schema.items === undefined ? undefined : "array";
}

/** The only value that makes sense where none is given. */
export function fixedValue(root: UnknownRecord, given: unknown): unknown {
  const schema = followed(root, given);
  if (!isRecord(schema)) return undefined;
  const [only, other]: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return schema.default ?? schema.const ?? (other === undefined ? only : undefined);
}

/** Texts by their format. */
const samples: Readonly<Record<string, string>> = {
  uri: "https://example.com/?page=2",
  url: "https://example.com/?page=2",
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "12:00:00Z",
};

const deepest = 6;
const mostParts = 5_000;

/** A value as the schema has it, to see by it what answers look like; of what is in itself, only so much. */
export function sampleOf(root: UnknownRecord, given: unknown, depth = 0, left = { parts: mostParts }): unknown {
  left.parts -= 1;
  if (depth > deepest || left.parts < 0) return null;
  const schema = followed(root, given);
  const object = objectSchema(root, schema);
  if (object) {
    const entries = Object.entries(object.properties).slice(0, 60);
    return Object.fromEntries(entries.map(([name, inner]) => [name, sampleOf(root, inner, depth + 1, left)]));
  }
  switch (typeOf(root, schema)) {
    case "array":
      return isRecord(schema) ? [sampleOf(root, schema.items, depth + 1, left)] : [];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "string":
      return (isRecord(schema) && samples[String(schema.format)]) || "sample";
    case "object":
      return { sample: "sample" };
    default: {
      const some = formsOf(root, schema)[0];
      return some === undefined ? "sample" : sampleOf(root, some, depth + 1, left);
    }
  }
}

/** The forms that a schema is one of. */
function formsOf(root: UnknownRecord, schema: unknown): readonly unknown[] {
  if (!isRecord(schema)) return [];
  const forms: readonly unknown[] = [schema.anyOf, schema.oneOf, schema.allOf].find(Array.isArray) ?? [];
  return forms.slice(0, most.parts).filter((form) => !isNull(root, form));
}
