import { unescapePointerKey } from "../../../text/position/jsonPointer.ts";
import { isRecord } from "../../../text/record.ts";

type Schema = Readonly<Record<string, unknown>>;

/** An input made of nothing but what the schema itself names, or which parts of it nobody can know. */
export type KnownInput =
  | { readonly kind: "input"; readonly input: Readonly<Record<string, unknown>> }
  | { readonly kind: "unknown"; readonly names: readonly string[] };

const deepest = 8;

/** What is required, from constants, examples, defaults and lists of values: a made-up id would only prove that it is made up. */
export function deriveKnownInput(schema: Schema): KnownInput {
  const names: string[] = [];
  const value = known({ root: schema, unknown: names, depth: 0 }, schema, "");
  return names.length === 0 && isRecord(value) ? { kind: "input", input: value } : { kind: "unknown", names };
}

interface Search {
  readonly root: Schema;
  readonly unknown: string[];
  readonly depth: number;
}

function known(search: Search, declared: unknown, name: string): unknown {
  const schema = resolved(search.root, declared);
  if (search.depth > deepest || !schema) return miss(search, name);
  const { const: constant, default: initial, examples, example, enum: values } = schema;
  const first = (list: unknown) => (Array.isArray(list) ? list.slice(0, 1) : []);
  const given = [constant, ...first(examples), example, initial, ...first(values)].find((value) => value !== undefined);
  if (given !== undefined) return given;
  const deeper = { ...search, depth: search.depth + 1 };
  if (schema.type === "object" || isRecord(schema.properties)) return knownObject(deeper, schema, name);
  if (schema.type === "array" && !(typeof schema.minItems === "number" && schema.minItems > 0)) return [];
  if (schema.type === "boolean") return false;
  if (schema.type === "null") return null;
  return miss(search, name);
}

function knownObject(search: Search, schema: Schema, name: string): Readonly<Record<string, unknown>> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.filter((one) => typeof one === "string") : [];
  const path = (member: string) => (name === "" ? member : `${name}.${member}`);
  return Object.fromEntries(
    required.map((member) => [
      member,
      known(search, Object.hasOwn(properties, member) ? properties[member] : undefined, path(member)),
    ]),
  );
}

function miss({ unknown }: Search, name: string): undefined {
  unknown.push(name);
  return undefined;
}

/** Follows `#/...` within the schema, a few steps. */
function resolved(root: Schema, declared: unknown): Schema | undefined {
  let schema = declared;
  for (let step = 0; step < deepest && isRecord(schema) && typeof schema.$ref === "string"; step += 1) {
    const parts = schema.$ref.replace(/^#\/?/, "").split("/").filter(Boolean);
    schema = parts.reduce<unknown>((value, part) => {
      const key = unescapePointerKey(part);
      return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    }, root);
  }
  return isRecord(schema) ? schema : undefined;
}
