import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import type { DocumentNode } from "../document/references.ts";

/** A reference from one schema to another that is about the same value. */
interface InPlaceReference {
  readonly id: string;
  readonly target: string;
}

/**
 * Finds the references that lead back to their own schema without a property or an item in between, as of two schemas that extend each
 * other. A validator would follow them without an end. Without those that are found, each schema ends. Not recursive, because a
 * document may have thousands of schemas in a row.
 */
export function createEndlessReferences(listReferences: (schema: string) => readonly InPlaceReference[]) {
  const endless = new Set<string>();
  const isOpen = new Map<string, boolean>();
  const open = (schema: string) => {
    isOpen.set(schema, true);
    return { schema, remaining: listReferences(schema).toReversed() };
  };
  return {
    /** Looks at all that a schema leads to. */
    visit(schema: string): void {
      const path = isOpen.has(schema) ? [] : [open(schema)];
      for (let current = path.at(-1); current; current = path.at(-1)) {
        const next = current.remaining.pop();
        if (next === undefined) isOpen.set(path.pop()?.schema ?? "", false);
        else if (isOpen.get(next.target)) endless.add(next.id);
        else if (!isOpen.has(next.target)) path.push(open(next.target));
      }
    },
    has: (id: string) => endless.has(id),
  };
}

const listKeywords = ["allOf", "anyOf", "oneOf"] as const;
const schemaKeywords = ["not", "if", "then", "else"] as const;

/** The pointer of the schema that is about the same value as the part of it at a pointer. */
export const findWholePointer = (pointer: string) =>
  pointer.replace(/(?:\/(?:allOf|anyOf|oneOf)\/\d+|\/(?:not|if|then|else)|\/dependentSchemas\/[^/]*)+$/, "");

/** Lists the parts of a schema that have a `$ref` and are about the same value, and the schema itself if it has one. */
export function listInPlaceReferences({ value, pointer }: DocumentNode): DocumentNode<JsonObject>[] {
  if (!isRecord(value)) return [];
  const lists = listKeywords.flatMap((key) =>
    asList(value[key]).map((part, index) => ({ value: part, pointer: appendToPointer(pointer, key, index) })),
  );
  const schemas = schemaKeywords.map((key) => ({ value: value[key], pointer: appendToPointer(pointer, key) }));
  const dependent = Object.entries(asObject(value.dependentSchemas)).map(([name, part]) => ({
    value: part,
    pointer: appendToPointer(pointer, "dependentSchemas", name),
  }));
  const parts = [...lists, ...schemas, ...dependent].flatMap(listInPlaceReferences);
  return typeof value.$ref === "string" ? [{ value, pointer }, ...parts] : parts;
}
