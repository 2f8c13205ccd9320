import type { core } from "zod";

type Schema = core.JSONSchema._JSONSchema;

export interface SchemaKey {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Whether the value is a map or a list, which continues on the lines below. */
  readonly isDeep: boolean;
}

/** Lists the keys of the map at a path; `[]` in the path is an item of a list. */
export function listSchemaKeys(root: Schema, path: readonly string[]): readonly SchemaKey[] {
  const listSchemas = (schema: Schema) => listAlternatives(root, schema);
  const found = path.reduce(
    (schemas, part) => schemas.flatMap((schema) => listSchemas(getChildSchema(schema, part))),
    listSchemas(root),
  );
  const keys = new Map<string, SchemaKey>();
  for (const { properties = {}, required = [] } of found) {
    for (const [name, schema] of Object.entries(properties)) {
      if (keys.has(name)) continue;
      const kinds = listSchemas(schema);
      const description = kinds.find((kind) => kind.description)?.description ?? "";
      const isDeep = kinds.every(({ type }) => type === undefined || type === "object" || type === "array");
      keys.set(name, { name, description, isRequired: required.includes(name), isDeep });
    }
  }
  return [...keys.values()];
}

type ObjectSchema = Exclude<Schema, boolean>;

/** Lists a schema, its target and its alternatives. */
function listAlternatives(root: Schema, schema: Schema): readonly ObjectSchema[] {
  if (typeof schema === "boolean") return [];
  const { $ref, anyOf = [], oneOf = [], allOf = [], ...own } = schema;
  const target =
    typeof root === "object" && $ref !== undefined ? root.$defs?.[$ref.replace("#/$defs/", "")] : undefined;
  const others = [...(target ? [target] : []), ...anyOf, ...oneOf, ...allOf];
  return others.length === 0 ? [own] : [own, ...others.flatMap((other) => listAlternatives(root, other))];
}

function getChildSchema({ items, properties, additionalProperties }: ObjectSchema, part: string): Schema {
  if (part !== "[]") return properties?.[part] ?? additionalProperties ?? false;
  return Array.isArray(items) ? false : (items ?? false);
}
