import * as z from "zod";
import { editorSchemas } from "../../host/manifest/schemas.ts";

/** Reads a JSON schema as the build writes it. */
export function readEditorSchema(name: string): Record<string, unknown> {
  const text = JSON.stringify(editorSchemas.find((schema) => schema.name === name)?.json());
  return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
}
