import type { CodeFile } from "./versionFiles.ts";

/** Whether two lists hold the same files, in any order. */
export function hasSameFiles(some: readonly CodeFile[], others: readonly CodeFile[]): boolean {
  const bytes = new Map(others.map((file) => [file.path, file.bytes]));
  return some.length === others.length && some.every((file) => isEqual(file.bytes, bytes.get(file.path)));
}

function isEqual(one: Uint8Array, other: Uint8Array | undefined): boolean {
  return other !== undefined && Buffer.compare(one, other) === 0;
}
