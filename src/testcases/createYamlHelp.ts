import type { core } from "zod";
import * as z from "zod";
import type { TextRange } from "../text/position/lineIndex.ts";
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

/** The position of a cursor in block-style YAML. It is read line by line, because YAML is rarely valid while the user types. */
interface YamlCursor {
  /** The path from the document's root to the map that contains the cursor; `[]` is an item of a list. */
  readonly path: readonly string[];
  /** The key at the cursor; its range is empty if nothing is typed yet. */
  readonly key: string;
  readonly range: TextRange;
  /** The other keys of the same map. */
  readonly siblings: readonly string[];
}

interface Line {
  readonly key: string;
  /** The column of the key, or of a possible key; counts from 0. */
  readonly column: number;
  /** The columns of the hyphens before the key. */
  readonly hyphens: readonly number[];
}

/** Line and column count from 1. Returns undefined where no key is possible: in a value, a comment or flow style. */
export function findYamlCursor(text: string, line: number, column: number): YamlCursor | undefined {
  const lines = text.split(/\r?\n/).map(readLine);
  const current = lines[line - 1];
  if (!current || column - 1 < current.column || column - 1 > current.column + current.key.length) return undefined;
  const range = { line, column: current.column + 1, endLine: line, endColumn: current.column + current.key.length + 1 };
  return { path: findPath(lines.slice(0, line)), key: current.key, range, siblings: findSiblings(lines, line - 1) };
}

/** Returns undefined for a line that does not affect the structure. */
function readLine(line: string): Line | undefined {
  const [, lead = "", rest = ""] = /^(\s*(?:-(?:\s+|$))*)(.*)$/.exec(line) ?? [];
  const hyphens = [...lead.matchAll(/-/g)].map(({ index }) => index);
  const [, key] = /^([A-Za-z_][\w-]*)\s*(?::(?:\s|$)|$)/.exec(rest) ?? [];
  if (key === undefined && rest !== "") return undefined;
  return { key: key ?? "", column: lead.length, hyphens };
}

/** Finds the path of the last line upwards by indentation. */
function findPath(lines: readonly (Line | undefined)[]): string[] {
  const path: string[] = [];
  let parentColumn = Number.POSITIVE_INFINITY;
  // A list may begin in the column of its key.
  let isList = false;
  const enterParent = ({ column, hyphens }: Line) => {
    parentColumn = column;
    isList = false;
    for (const hyphen of hyphens.toReversed()) {
      path.unshift("[]");
      [parentColumn, isList] = [hyphen, true];
    }
  };
  for (const line of lines.toReversed()) {
    if (!line || (line.key === "" && parentColumn !== Number.POSITIVE_INFINITY)) continue;
    if (parentColumn === Number.POSITIVE_INFINITY) enterParent(line);
    else if (line.column === parentColumn && !isList && line.hyphens.length > 0) enterParent(line);
    else if (line.column < parentColumn || (isList && line.column === parentColumn && line.hyphens.length === 0)) {
      path.unshift(line.key);
      enterParent(line);
    }
  }
  return path;
}

/** Lists keys in the same column up to a line with less indentation. A hyphen begins another map. */
function findSiblings(lines: readonly (Line | undefined)[], index: number): string[] {
  const current = lines[index];
  if (!current) return [];
  const keys = lines.map((line) => (line && line.key !== "" ? line : undefined));
  const isLeft = (line: Line | undefined) => line !== undefined && line.column < current.column;
  const isSame = (line: Line | undefined) => line?.column === current.column;
  const isFirst = (line: Line | undefined) => isSame(line) && (line?.hyphens.length ?? 0) > 0;
  const above = current.hyphens.length > 0 ? [] : keys.slice(0, index).reverse();
  const below = keys.slice(index + 1);
  const top = above.findIndex((line) => isLeft(line) || isFirst(line));
  const end = below.findIndex((line) => isLeft(line) || isFirst(line));
  const before = top === -1 ? above : above.slice(0, top + 1);
  const after = end === -1 ? below : below.slice(0, end);
  return [...before, ...after].flatMap((line) => (line && isSame(line) ? [line.key] : []));
}
