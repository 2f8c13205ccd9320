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
  let node = site;
  for (let steps = 0; isRecord(node.value) && typeof node.value.$ref === "string"; steps += 1) {
    const reference = node.value.$ref;
    const target = steps === longestChain ? "refers to itself" : findTarget(root, reference);
    if (typeof target === "string")
      return { missing: `"${reference}" ${target}`, pointer: appendToPointer(node.pointer, "$ref") };
    node = target;
  }
  return node;
}

/** What the references of a document lead to, or why they lead to nothing. Operations share most of them. */
const targetsByDocument = new WeakMap<JsonObject, Map<string, DocumentNode | string>>();

function findTarget(root: JsonObject, reference: string): DocumentNode | string {
  const targets = targetsByDocument.get(root) ?? new Map<string, DocumentNode | string>();
  const target = targets.get(reference) ?? resolveReference(root, reference);
  targetsByDocument.set(root, targets.set(reference, target));
  return target;
}

function resolveReference(root: JsonObject, reference: string): DocumentNode | string {
  const pointer = readLocalPointer(reference);
  if (pointer === undefined) return "is outside this document, and such references are not followed";
  const value = splitPointer(pointer).reduce<unknown>(getMember, root);
  return value === undefined ? "is not in this document" : { value, pointer };
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
