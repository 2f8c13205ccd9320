import * as z from "zod";
import type { TextRange } from "../text/position/lineIndex.ts";
import { findYamlCursor } from "../text/position/yamlCursor.ts";
import { caseFileSchemas } from "./caseFileSchemas.ts";
import { listSchemaKeys, type SchemaKey } from "./listSchemaKeys.ts";

/** What helps to write a case file in YAML, where no extension for YAML does. */
export interface YamlHelp {
  /** The keys that may come here and are not there yet. */
  keysAt(text: string, line: number, column: number): readonly (SchemaKey & { readonly range: TextRange })[];
  /** The key that is there. */
  keyAt(text: string, line: number, column: number): (SchemaKey & { readonly range: TextRange }) | undefined;
}

export function createYamlHelp(of: "server-cases" | "skill-scripts"): YamlHelp {
  const schema = z.toJSONSchema(caseFileSchemas[of], { io: "input", unrepresentable: "any" });
  const keys = (text: string, line: number, column: number) => {
    const place = findYamlCursor(text, line, column);
    if (!place) return [];
    return listSchemaKeys(schema, place.path).map((key) => ({ ...key, range: place.range, place }));
  };
  return {
    keysAt: (...at) => keys(...at).filter(({ name, place }) => !place.siblings.includes(name)),
    keyAt: (...at) => keys(...at).find(({ name, place }) => name === place.key),
  };
}
