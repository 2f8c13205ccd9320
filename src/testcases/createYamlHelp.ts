import type { core } from "zod";
import * as z from "zod";
import type { TextRange } from "../text/position/lineIndex.ts";
import { findYamlCursor } from "../text/position/yamlCursor.ts";
import { serverCaseFileSchema } from "./readServerCases.ts";
import { evalFileSchema, queryFileSchema, scriptFileSchema } from "./skillCaseFiles.ts";

/** The schemas of the case files. The build converts them to JSON schemas with these names. */
export const caseFileSchemas = {
  "server-cases": serverCaseFileSchema,
  "skill-evals": evalFileSchema,
  "skill-queries": queryFileSchema,
  "skill-scripts": scriptFileSchema,
} as const;

/** Completions and hovers for files in YAML, for users without a YAML extension. */
export interface YamlHelp {
  /** The keys that are allowed at a position and not yet present. */
  keysAt(text: string, line: number, column: number): readonly (SchemaKey & { readonly range: TextRange })[];
  /** The key at a position. */
  keyAt(text: string, line: number, column: number): (SchemaKey & { readonly range: TextRange }) | undefined;
}

export function createYamlHelp(fileSchema: z.ZodType): YamlHelp {
  const schema = z.toJSONSchema(fileSchema, { io: "input", unrepresentable: "any" });
  const findKeys = (text: string, line: number, column: number) => {
    const cursor = findYamlCursor(text, line, column);
    if (!cursor) return [];
    return listSchemaKeys(schema, cursor.path).map((key) => ({ ...key, range: cursor.range, place: cursor }));
  };
  return {
    keysAt: (...position) => findKeys(...position).filter(({ name, place: cursor }) => !cursor.siblings.includes(name)),
    keyAt: (...position) => findKeys(...position).find(({ name, place: cursor }) => name === cursor.key),
  };
}

type Schema = core.JSONSchema._JSONSchema;

interface SchemaKey {
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
