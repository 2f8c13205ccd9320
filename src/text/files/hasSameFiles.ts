import type { FileContent } from "./fileContent.ts";
/** Whether two lists hold the same files, in any order. */
export function hasSameFiles(some: readonly FileContent[], others: readonly FileContent[]): boolean {
  const bytesByPath = new Map(others.map(({ path, bytes }) => [path, bytes]));
  const isSame = ({ path, bytes }: FileContent) => {
    const other = bytesByPath.get(path);
    return other !== undefined && Buffer.compare(bytes, other) === 0;
  };
  return some.length === others.length && some.every(isSame);
}
