import { getMember } from "../record.ts";

/** Appends keys to a JSON pointer (RFC 6901). */
export function appendToPointer(base: string, ...keys: readonly (string | number)[]): string {
  return keys.reduce<string>((pointer, key) => `${pointer}/${escapeKey(String(key))}`, base);
}

export function splitPointer(pointer: string): string[] {
  return pointer.split("/").slice(1).map(unescapePointerKey);
}

const escapeKey = (key: string) => (/[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key);
export const unescapePointerKey = (key: string) =>
  key.includes("~") ? key.replaceAll("~1", "/").replaceAll("~0", "~") : key;

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
