import * as z from "zod";
import type { TextRange } from "../text/position/lineIndex.ts";
import { findYamlCursor } from "../text/position/yamlCursor.ts";
import { caseFileSchemas } from "./caseFileSchemas.ts";
import { listSchemaKeys, type SchemaKey } from "./listSchemaKeys.ts";

/** Completions and hovers for case files in YAML, for users without a YAML extension. */
export interface YamlHelp {
  /** The keys that are allowed at a position and not yet present. */
  keysAt(text: string, line: number, column: number): readonly (SchemaKey & { readonly range: TextRange })[];
  /** The key at a position. */
  keyAt(text: string, line: number, column: number): (SchemaKey & { readonly range: TextRange }) | undefined;
}

export function createYamlHelp(fileKind: "server-cases" | "skill-scripts"): YamlHelp {
  const schema = z.toJSONSchema(caseFileSchemas[fileKind], { io: "input", unrepresentable: "any" });
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
