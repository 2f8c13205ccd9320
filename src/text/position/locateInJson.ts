import { visit } from "jsonc-parser";
import { createPointerTree, type PointerTree } from "./pointerTree.ts";

/** An object or a list that is being read. */
interface Container {
  readonly tree: PointerTree;
  /** Of the next item of a list; undefined in an object. */
  index: number | undefined;
}

/** The offsets that JSON pointers lead to; undefined where the text is not JSON. A text that is nested too deep is not read. */
export function locateInJson(text: string, pointers: readonly string[]): number[] | undefined {
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
