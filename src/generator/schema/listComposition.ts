import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asList, type JsonObject } from "../document/jsonValues.ts";
import { type DocumentNode, followReference, isMissingNode } from "../document/references.ts";
import { getParentFinder } from "./schemaKinds.ts";

/** Of what a schema is combined of, the rest is not read: each of thousands in a row would read all others. */
export const mostCombinedSchemas = 200;

/** Lists a schema and those that it is combined of, each once, and each after its own parts. Kinds of it are alternatives. */
export function listComposition(
  root: JsonObject,
  site: DocumentNode,
  keys: readonly ("allOf" | "anyOf" | "oneOf")[] = ["allOf"],
): DocumentNode<JsonObject>[] {
  const findParent = getParentFinder(root);
  const seen = new Set<string>();
  const schemas: DocumentNode<JsonObject>[] = [];
  const add = (part: DocumentNode): void => {
    const found = followReference(root, part);
    if (isMissingNode(found) || !isRecord(found.value) || seen.has(found.pointer)) return;
    if (seen.size >= mostCombinedSchemas) return;
    const { value, pointer } = found;
    seen.add(pointer);
    for (const key of keys)
      for (const [index, one] of asList(value[key]).entries())
        add({ value: one, pointer: appendToPointer(pointer, key, index) });
    if (keys.includes("oneOf")) for (const { node } of findParent({ value, pointer })?.kinds ?? []) add(node);
    schemas.push({ value, pointer });
  };
  add(site);
  return schemas;
}
