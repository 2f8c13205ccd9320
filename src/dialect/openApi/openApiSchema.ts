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
  const fields = parts.flatMap(({ properties }) =>
    isRecord(properties) ? Object.entries(properties).slice(0, most.fields) : [],
  );
  if (fields.length === 0) return undefined;
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required.slice(0, most.fields) : []));
  return {
    properties: Object.fromEntries([...new Map(fields)].slice(0, most.fields)),
    required: new Set(required.filter((name) => typeof name === "string")),
    isClosed: parts.at(-1)?.additionalProperties === false,
  };
}

/** Whether a name is worth keeping: what is one word in both is said in every style. */
export function isTold(ours: string, theirs: string): boolean {
  return ours !== theirs || /[^a-z]/.test(theirs);
}

/** The only value that makes sense where none is given. */
export function fixedValue(root: UnknownRecord, given: unknown): unknown {
  const schema = followed(root, given);
  if (!isRecord(schema)) return undefined;
  const [only, other]: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return schema.default ?? schema.const ?? (other === undefined ? only : undefined);
}

/** Values by their types, and texts by their formats. */
const samples: Readonly<Record<string, unknown>> = {
  array: [],
  integer: 1,
  number: 1,
  boolean: true,
  object: { sample: "sample" },
  uri: "https://example.com/?page=2",
  url: "https://example.com/?page=2",
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "12:00:00Z",
};

const deepest = 6;

/** A value as the schema has it, to see by it which of the contract's fields it can be. */
export function sampleOf(root: UnknownRecord, given: unknown, depth = 0): unknown {
  const schema = followed(root, given);
  if (objectSchema(root, schema)) return samples.object;
  if (!isRecord(schema) || depth > deepest) return "sample";
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((one) => typeof one === "string" && one !== "null") ?? (schema.items && "array");
  if (type !== undefined) return samples[String(type === "string" ? schema.format : type)] ?? "sample";
  const [form] = formsOf(root, schema);
  return form === undefined ? "sample" : sampleOf(root, form, depth + 1);
}

/** The forms that a schema is one of. */
function formsOf(root: UnknownRecord, { anyOf, oneOf, allOf }: UnknownRecord): readonly unknown[] {
  const forms: readonly unknown[] = [anyOf, oneOf, allOf].find(Array.isArray) ?? [];
  return forms.slice(0, most.parts).filter((given) => {
    const form = followed(root, given);
    return !isRecord(form) || form.type !== "null";
  });
}
