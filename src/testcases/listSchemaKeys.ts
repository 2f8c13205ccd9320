import type { core } from "zod";

type Schema = core.JSONSchema._JSONSchema;

/** A key that a JSON schema knows at a place. */
export interface SchemaKey {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Its value is a map or a list, so it goes on in lines below. */
  readonly isDeep: boolean;
}

/** What may be said in the map that a path leads to; `[]` is an item of a list. */
export function listSchemaKeys(root: Schema, path: readonly string[]): readonly SchemaKey[] {
  const whole = (schema: Schema) => alternatives(root, schema);
  const found = path.reduce((schemas, part) => schemas.flatMap((schema) => whole(step(schema, part))), whole(root));
  const keys = new Map<string, SchemaKey>();
  for (const { properties = {}, required = [] } of found) {
    for (const [name, schema] of Object.entries(properties)) {
      if (keys.has(name)) continue;
      const kinds = whole(schema);
      const description = kinds.find((kind) => kind.description)?.description ?? "";
      const isDeep = kinds.every(({ type }) => type === undefined || type === "object" || type === "array");
      keys.set(name, { name, description, isRequired: required.includes(name), isDeep });
    }
  }
  return [...keys.values()];
}

type Whole = Exclude<Schema, boolean>;

/** A schema and all it may stand for. */
function alternatives(root: Schema, schema: Schema): readonly Whole[] {
  if (typeof schema === "boolean") return [];
  const { $ref, anyOf = [], oneOf = [], allOf = [], ...own } = schema;
  const referred =
    typeof root === "object" && $ref !== undefined ? root.$defs?.[$ref.replace("#/$defs/", "")] : undefined;
  const others = [...(referred ? [referred] : []), ...anyOf, ...oneOf, ...allOf];
  return others.length === 0 ? [own] : [own, ...others.flatMap((other) => alternatives(root, other))];
}

function step({ items, properties, additionalProperties }: Whole, part: string): Schema {
  if (part !== "[]") return properties?.[part] ?? additionalProperties ?? false;
  return Array.isArray(items) ? false : (items ?? false);
}
