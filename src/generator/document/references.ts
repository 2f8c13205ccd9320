import { appendToPointer, splitPointer } from "../../text/position/jsonPointer.ts";
import { isRecord } from "../../text/record.ts";
import { getMember, type JsonObject } from "./jsonValues.ts";

/** A value of the document and where it is. */
export interface DocumentNode<T = unknown> {
  readonly value: T;
  readonly pointer: string;
}

interface Missing {
  readonly missing: string;
  /** Where the reference is. */
  readonly pointer: string;
}

const longestChain = 50;

/** What a value is after following its `$ref`s, as far as they stay within the document. */
export function followReference(root: JsonObject, site: DocumentNode): DocumentNode | Missing {
  let { value, pointer } = site;
  for (let steps = 0; isRecord(value) && typeof value.$ref === "string"; steps += 1) {
    const reference = value.$ref;
    const missing = (reason: string): Missing => ({
      missing: `"${reference}" ${reason}`,
      pointer: appendToPointer(pointer, "$ref"),
    });
    if (steps === longestChain) return missing("refers to itself");
    const target = localTarget(reference);
    if (target === undefined) return missing("is outside this document, and such references are not followed");
    const found = splitPointer(target).reduce<unknown>(getMember, root);
    if (found === undefined) return missing("is not in this document");
    value = found;
    pointer = target;
  }
  return { value, pointer };
}

/** The pointer of a reference into this document. */
function localTarget(reference: string): string | undefined {
  if (!reference.startsWith("#")) return undefined;
  const fragment = reference.slice(1);
  if (fragment !== "" && !fragment.startsWith("/")) return undefined;
  if (!fragment.includes("%")) return fragment;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

export function isMissingNode(found: DocumentNode | Missing): found is Missing {
  return "missing" in found;
}

/** The object at a place of the document, behind its references. */
export function followObjectReference(root: JsonObject, site: DocumentNode): DocumentNode<JsonObject> | Missing {
  const found = followReference(root, site);
  if (isMissingNode(found)) return found;
  const { value, pointer } = found;
  return isRecord(value) ? { value, pointer } : { missing: "is not an object", pointer };
}
