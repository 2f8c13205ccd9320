import { readYamlDocument } from "../../../text/position/yamlDocument.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { tryParseJson } from "../../../text/tryParseJson.ts";

/** The OpenAPI document, 3.x or 2.0, of a JSON or YAML text; undefined: it is none. */
export function readOpenapiText(text: string): UnknownRecord | undefined {
  const root = /^\s*\{/.test(text) ? tryParseJson(text) : readYamlDocument(text).value;
  if (!isRecord(root) || !isRecord(root.paths)) return undefined;
  return "openapi" in root || "swagger" in root ? root : undefined;
}
