import { type Fields, isFields } from "./json.ts";
import { followed } from "./openApi.ts";

/** What an object is made of, with what it is combined from. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: ReadonlySet<string>;
  /** Nothing else may stand in it. */
  readonly isClosed: boolean;
}

const deepest = 6;

/** Undefined where the schema is of no object. */
export function objectSchema(root: Fields, given: unknown, depth = 0): ObjectSchema | undefined {
  const schema = followed(root, given);
  if (!isFields(schema) || depth > deepest) return undefined;
  const all = Array.isArray(schema.allOf) ? schema.allOf : [];
  // Of several forms one is enough to be understood.
  const [some]: readonly unknown[] = [schema.oneOf, schema.anyOf]
    .flatMap((forms) => (Array.isArray(forms) ? forms : []))
    .filter((form) => !isNull(root, form));
  const parts = [...all, some].flatMap((part) => objectSchema(root, part, depth + 1) ?? []);
  const own = isFields(schema.properties) ? schema.properties : {};
  const properties = Object.assign({}, ...parts.map((part) => part.properties), own);
  if (Object.keys(properties).length === 0) return undefined;
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  return {
    properties,
    required: new Set([...parts.flatMap((part) => [...part.required]), ...required]),
    isClosed: schema.additionalProperties === false,
  };
}

function isNull(root: Fields, given: unknown): boolean {
  const schema = followed(root, given);
  return isFields(schema) && schema.type === "null";
}

/** Whether a name is worth keeping: what is one word in both is said in every style. */
export function isTold(ours: string, theirs: string): boolean {
  return ours !== theirs || /[^a-z]/.test(theirs);
}

/** What type a schema says that it is: `object`, `array`, `string`, ...; undefined where it says none. */
export function typeOf(root: Fields, given: unknown): string | undefined {
  const schema = followed(root, given);
  if (!isFields(schema)) return undefined;
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((one) => typeof one === "string" && one !== "null");
  if (typeof type === "string") return type;
  if (objectSchema(root, schema)) return "object";
  return schema.items === undefined ? undefined : "array";
}

/** The only value that makes sense where none is given. */
export function fixedValue(root: Fields, given: unknown): unknown {
  const schema = followed(root, given);
  if (!isFields(schema)) return undefined;
  const [only, other]: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return schema.default ?? schema.const ?? (other === undefined ? only : undefined);
}

/** A value as the schema has it, to see by it what answers look like. */
export function sampleOf(root: Fields, given: unknown, depth = 0): unknown {
  if (depth > deepest) return null;
  const schema = followed(root, given);
  const object = objectSchema(root, schema);
  if (object) {
    const entries = Object.entries(object.properties).slice(0, 60);
    return Object.fromEntries(entries.map(([name, inner]) => [name, sampleOf(root, inner, depth + 1)]));
  }
  switch (typeOf(root, schema)) {
    case "array":
      return isFields(schema) ? [sampleOf(root, schema.items, depth + 1)] : [];
    case "integer":
    case "number":
      return 1;
    case "boolean":
      return true;
    case "string":
      return isFields(schema) && /^ur[il]/.test(String(schema.format)) ? "https://example.com/?page=2" : "sample";
    default:
      return depth === 0 ? undefined : "sample";
  }
}
