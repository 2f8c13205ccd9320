import { createPointerTree, type PointerTree } from "./pointerTree.ts";

/** The offsets that JSON pointers lead to; undefined where the text is not JSON. What no pointer goes through is skipped unread. */
export function locateInJson(text: string, pointers: readonly string[]): number[] | undefined {
  const start = skipSpace(text, 0);
  if (text[start] !== "{" && text[start] !== "[") return undefined;
  const offsets = pointers.map(() => start);
  try {
    visit({ text, offsets }, start, createPointerTree(pointers));
    return offsets;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface Walk {
  readonly text: string;
  readonly offsets: number[];
}

/** Visits the value at an offset and answers where it ends. */
function visit(walk: Walk, start: number, tree: PointerTree | undefined): number {
  const first = walk.text[start];
  if (!tree || tree.children.size === 0) return skipValue(walk.text, start);
  if (first === "{") return visitMembers(walk, start, tree);
  if (first === "[") return visitItems(walk, start, tree);
  return skipValue(walk.text, start);
}

function visitMembers(walk: Walk, start: number, tree: PointerTree): number {
  const { text } = walk;
  let at = skipSpace(text, start + 1);
  while (text[at] !== "}") {
    const keyEnd = endOfString(text, at);
    const key: unknown = JSON.parse(text.slice(at, keyEnd));
    const child = tree.children.get(String(key));
    mark(walk, child, at);
    const colon = skipSpace(text, keyEnd);
    at = skipSpace(text, visit(walk, skipSpace(text, expect(text, colon, ":")), child));
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else expect(text, at, "}");
  }
  return at + 1;
}

function visitItems(walk: Walk, start: number, tree: PointerTree): number {
  const { text } = walk;
  let at = skipSpace(text, start + 1);
  for (let index = 0; text[at] !== "]"; index += 1) {
    const child = tree.children.get(String(index));
    mark(walk, child, at);
    at = skipSpace(text, visit(walk, at, child));
    if (text[at] === ",") at = skipSpace(text, at + 1);
    else expect(text, at, "]");
  }
  return at + 1;
}

function mark({ offsets }: Walk, tree: PointerTree | undefined, offset: number): void {
  for (const member of tree?.members ?? []) offsets[member] = offset;
}

function expect(text: string, at: number, character: string): number {
  if (text[at] !== character) throw new SyntaxError(`no ${character} at ${at}`);
  return at + 1;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at += 1;
  return at;
}

function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth < 0) return at;
    if (depth === 0 && (character === "}" || character === "]" || character === '"')) return at + 1;
    if (depth === 0 && character === ",") return at;
  }
  return at;
}

/** Behind the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  expect(text, start, '"');
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  throw new SyntaxError(`no end of the string at ${start}`);
}
