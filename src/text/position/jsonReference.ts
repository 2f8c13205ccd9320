import { getMember } from "../record.ts";
import { splitPointer } from "./jsonPointer.ts";

/** The pointer in a `$ref` such as `#/$defs/pet`; undefined: the reference leaves the document. */
export function readLocalPointer(reference: string): string | undefined {
  if (!/^#(\/|$)/.test(reference)) return undefined;
  const fragment = reference.slice(1);
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/** The value that a `$ref` leads to; undefined: there is none in this document. */
export function getReferenceTarget(root: unknown, reference: string): unknown {
  const pointer = readLocalPointer(reference);
  return pointer === undefined ? undefined : splitPointer(pointer).reduce(getMember, root);
}
