import * as z from "zod";
import type { Range } from "../skills/skill.ts";
import { yamlPlace } from "../text/yamlCursor.ts";
import { caseFileSchemas } from "./caseFileSchemas.ts";
import { type SchemaKey, schemaKeys } from "./listSchemaKeys.ts";

/** What helps to write a case file in YAML, where no extension for YAML does. */
export interface YamlHelp {
  /** The keys that may come here and are not there yet. */
  keysAt(text: string, line: number, column: number): readonly (SchemaKey & { readonly range: Range })[];
  /** The key that is there. */
  keyAt(text: string, line: number, column: number): (SchemaKey & { readonly range: Range }) | undefined;
}

export function yamlHelp(of: "server-cases" | "skill-scripts"): YamlHelp {
  const schema = z.toJSONSchema(caseFileSchemas[of], { io: "input", unrepresentable: "any" });
  const keys = (text: string, line: number, column: number) => {
    const place = yamlPlace(text, line, column);
    if (!place) return [];
    return schemaKeys(schema, place.path).map((key) => ({ ...key, range: place.range, place }));
  };
  return {
    keysAt: (...at) => keys(...at).filter(({ name, place }) => !place.siblings.includes(name)),
    keyAt: (...at) => keys(...at).find(({ name, place }) => name === place.key),
  };
}
