import { locateInJson } from "./locateInJson.ts";
import { locateInYaml } from "./locateInYaml.ts";

/** Line and column count from 0. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds the positions of JSON pointers in the text of a document, in the same order: the name of a member, or the item of a list. A
 * pointer to a missing value gets the position of its nearest existing parent.
 */
export function locatePointers(text: string, pointers: readonly string[]): TextPosition[] {
  if (pointers.length === 0) return [];
  const readable = text.startsWith("\uFEFF") ? text.slice(1) : text;
  const offsets = locateInJson(readable, pointers) ?? locateInYaml(readable, pointers);
  return lineColumns(readable, offsets);
}

/** Converts offsets to lines and columns in one pass over the text. */
function lineColumns(text: string, offsets: readonly number[]): TextPosition[] {
  const found = new Map<number, TextPosition>();
  let line = 0;
  let start = 0;
  for (const offset of [...new Set(offsets)].sort((a, b) => a - b)) {
    for (let end = text.indexOf("\n", start); end !== -1 && end < offset; end = text.indexOf("\n", start)) {
      line += 1;
      start = end + 1;
    }
    found.set(offset, { line, column: offset - start });
  }
  return offsets.map((offset) => found.get(offset) ?? { line: 0, column: 0 });
}
