import { visit } from "jsonc-parser";
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, parseDocument } from "yaml";
import { splitPointer } from "./jsonPointer.ts";

/** A trie of pointers, so that one walk over a document finds all of them. */
interface PointerTree {
  /** The indexes of the pointers that end at this node or below it. */
  readonly members: number[];
  readonly children: Map<string, PointerTree>;
}

function createPointerTree(pointers: readonly string[]): PointerTree {
  const root = createTreeNode();
  for (const [index, pointer] of pointers.entries()) {
    let node = root;
    node.members.push(index);
    for (const key of splitPointer(pointer)) {
      const child = node.children.get(key) ?? createTreeNode();
      node.children.set(key, child);
      child.members.push(index);
      node = child;
    }
  }
  return root;
}

const createTreeNode = (): PointerTree => ({ members: [], children: new Map() });

/** The offsets that JSON pointers lead to in YAML; 0 where the text cannot be read. */
function locateInYaml(text: string, pointers: readonly string[]): number[] {
  const offsets = pointers.map(() => 0);
  if (pointers.every((pointer) => pointer === "")) return offsets;
  try {
    const parsed = parseDocument(text, { merge: true, uniqueKeys: false, prettyErrors: false, logLevel: "silent" });
    markChildren({ parsed, offsets }, parsed.contents, createPointerTree(pointers));
  } catch (error) {
    // Nested too deep to be read; a reference to nothing.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
  }
  return offsets;
}

interface YamlOffsets {
  readonly parsed: Document.Parsed;
  readonly offsets: number[];
}

function markChildren(document: YamlOffsets, node: unknown, tree: PointerTree): void {
  const target = isAlias(node) ? node.resolve(document.parsed) : node;
  if (isMap(target)) {
    for (const { key, value } of target.items) {
      const child = tree.children.get(keyText(key));
      if (child) markMember(document, child, isNode(key) ? key : value, value);
    }
  } else if (isSeq(target)) {
    for (const [index, item] of target.items.entries()) {
      const child = tree.children.get(String(index));
      if (child) markMember(document, child, item, item);
    }
  }
}

function markMember(document: YamlOffsets, tree: PointerTree, keyOrItem: unknown, value: unknown): void {
  const offset = isNode(keyOrItem) ? keyOrItem.range?.[0] : undefined;
  if (offset !== undefined) for (const member of tree.members) document.offsets[member] = offset;
  markChildren(document, value, tree);
}

const keyText = (key: unknown) => String(isScalar(key) ? key.value : key);

/** An object or a list that is being read. */
interface Container {
  readonly tree: PointerTree;
  /** Of the next item of a list; undefined in an object. */
  index: number | undefined;
}

/** The offsets that JSON pointers lead to; undefined where the text is not JSON. A text that is nested too deep is not read. */
function locateInJson(text: string, pointers: readonly string[]): number[] | undefined {
  const start = text.search(/\S/);
  if (text[start] !== "{" && text[start] !== "[") return undefined;
  const offsets = pointers.map(() => start);
  try {
    return markOffsets(text, createPointerTree(pointers), offsets) ? offsets : undefined;
  } catch (error) {
    if (error instanceof RangeError) return offsets;
    throw error;
  }
}

/**
 * Reads the text once and keeps no nodes: a document may have 64 MB. Answers whether it is JSON. 13 MB take 0.8 s, where a reader of
 * our own that skips what no pointer leads through took 0.2 s; it happens in a worker, once after a document was opened or changed.
 */
function markOffsets(text: string, root: PointerTree, offsets: number[]): boolean {
  let isJson = true;
  const open: Container[] = [];
  /** Where pointers go on in the value that comes next; undefined where none leads there. */
  let next: PointerTree | undefined = root;
  const mark = (tree: PointerTree | undefined, offset: number) => {
    for (const member of tree?.members ?? []) offsets[member] = offset;
    next = tree;
  };
  const startValue = (offset: number) => {
    const list = open.at(-1);
    if (list?.index === undefined) return;
    mark(list.tree.children.get(String(list.index)), offset);
    list.index += 1;
  };
  const startContainer = (offset: number, index: number | undefined): boolean => {
    startValue(offset);
    const tree = next ?? emptyTree;
    open.push({ tree, index });
    return tree.children.size > 0;
  };
  visit(
    text,
    {
      onObjectBegin: (offset) => startContainer(offset, undefined),
      onArrayBegin: (offset) => startContainer(offset, 0),
      onObjectProperty: (name, offset) => mark(open.at(-1)?.tree.children.get(name), offset),
      onLiteralValue: (_, offset) => startValue(offset),
      onObjectEnd: () => open.pop(),
      onArrayEnd: () => open.pop(),
      onError: () => {
        isJson = false;
      },
    },
    { disallowComments: true },
  );
  return isJson;
}

const emptyTree: PointerTree = { members: [], children: new Map() };

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
