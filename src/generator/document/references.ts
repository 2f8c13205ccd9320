import { appendToPointer, readLocalPointer, splitPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import type { JsonObject } from "./jsonValues.ts";

/** A value of the document and its pointer. */
export interface DocumentNode<T = unknown> {
  readonly value: T;
  readonly pointer: string;
}

interface MissingNode {
  readonly missing: string;
  /** The pointer of the reference. */
  readonly pointer: string;
}

const longestChain = 50;

/** Follows the `$ref`s of a value within the document. */
export function followReference(root: JsonObject, site: DocumentNode): DocumentNode | MissingNode {
  let { value, pointer } = site;
  for (let steps = 0; isRecord(value) && typeof value.$ref === "string"; steps += 1) {
    const reference = value.$ref;
    const missing = (reason: string): MissingNode => ({
      missing: `"${reference}" ${reason}`,
      pointer: appendToPointer(pointer, "$ref"),
    });
    if (steps === longestChain) return missing("refers to itself");
    const target = readLocalPointer(reference);
    if (target === undefined) return missing("is outside this document, and such references are not followed");
    const found = splitPointer(target).reduce(getMember, root);
    if (found === undefined) return missing("is not in this document");
    value = found;
    pointer = target;
  }
  return { value, pointer };
}

export function isMissingNode(found: DocumentNode | MissingNode): found is MissingNode {
  return "missing" in found;
}

/** Follows the references of a node that must be an object. */
export function followObjectReference(root: JsonObject, site: DocumentNode): DocumentNode<JsonObject> | MissingNode {
  const found = followReference(root, site);
  if (isMissingNode(found)) return found;
  const { value, pointer } = found;
  return isRecord(value) ? { value, pointer } : { missing: "is not an object", pointer };
}
