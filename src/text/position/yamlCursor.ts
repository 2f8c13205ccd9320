import type { TextRange } from "./lineIndex.ts";

/** Where a cursor is in block-style YAML, read line by line: what is being typed is rarely whole. */
export interface YamlCursor {
  /** From the document's top to the map the cursor is in; `[]` is an item of a list. */
  readonly path: readonly string[];
  /** The key that is under the cursor or being typed; its range is empty where nothing is typed yet. */
  readonly key: string;
  readonly range: TextRange;
  /** The other keys of the same map. */
  readonly siblings: readonly string[];
}

interface Line {
  readonly key: string;
  /** Of the key, or of where one would begin; counts from 0. */
  readonly column: number;
  /** The columns of the hyphens before it. */
  readonly hyphens: readonly number[];
}

/** Lines and columns count from 1. undefined where no key can stand: in a value, a comment or flow style. */
export function findYamlCursor(text: string, line: number, column: number): YamlCursor | undefined {
  const lines = text.split(/\r?\n/).map(readLine);
  const own = lines[line - 1];
  if (!own || column - 1 < own.column || column - 1 > own.column + own.key.length) return undefined;
  const range = { line, column: own.column + 1, endLine: line, endColumn: own.column + own.key.length + 1 };
  return { path: pathTo(lines.slice(0, line)), key: own.key, range, siblings: siblingsOf(lines, line - 1) };
}

/** undefined: it says nothing about the structure. */
function readLine(line: string): Line | undefined {
  const [, lead = "", rest = ""] = /^(\s*(?:-(?:\s+|$))*)(.*)$/.exec(line) ?? [];
  const hyphens = [...lead.matchAll(/-/g)].map(({ index }) => index);
  const [, key] = /^([A-Za-z_][\w-]*)\s*(?::(?:\s|$)|$)/.exec(rest) ?? [];
  if (key === undefined && rest !== "") return undefined;
  return { key: key ?? "", column: lead.length, hyphens };
}

/** What the last of the lines is in, found upwards by indentation. */
function pathTo(lines: readonly (Line | undefined)[]): string[] {
  const path: string[] = [];
  let edge = Number.POSITIVE_INFINITY;
  // A list may begin in the column of the key it belongs to.
  let isList = false;
  const leave = ({ column, hyphens }: Line) => {
    edge = column;
    isList = false;
    for (const hyphen of hyphens.toReversed()) {
      path.unshift("[]");
      [edge, isList] = [hyphen, true];
    }
  };
  for (const line of lines.toReversed()) {
    if (!line || (line.key === "" && edge !== Number.POSITIVE_INFINITY)) continue;
    if (edge === Number.POSITIVE_INFINITY) leave(line);
    else if (line.column === edge && !isList && line.hyphens.length > 0) leave(line);
    else if (line.column < edge || (isList && line.column === edge && line.hyphens.length === 0)) {
      path.unshift(line.key);
      leave(line);
    }
  }
  return path;
}

/** Keys in the same column, as far as nothing further left comes between; a hyphen begins another map. */
function siblingsOf(lines: readonly (Line | undefined)[], at: number): string[] {
  const own = lines[at];
  if (!own) return [];
  const keys = lines.map((line) => (line && line.key !== "" ? line : undefined));
  const isLeft = (line: Line | undefined) => line !== undefined && line.column < own.column;
  const isSame = (line: Line | undefined) => line?.column === own.column;
  const isFirst = (line: Line | undefined) => isSame(line) && (line?.hyphens.length ?? 0) > 0;
  const above = own.hyphens.length > 0 ? [] : keys.slice(0, at).reverse();
  const below = keys.slice(at + 1);
  const top = above.findIndex((line) => isLeft(line) || isFirst(line));
  const end = below.findIndex((line) => isLeft(line) || isFirst(line));
  const before = top === -1 ? above : above.slice(0, top + 1);
  const after = end === -1 ? below : below.slice(0, end);
  return [...before, ...after].flatMap((line) => (line && isSame(line) ? [line.key] : []));
}
