import { splitPointer } from "./jsonPointer.ts";

/** A trie of pointers, so that one walk over a document finds all of them. */
export interface PointerTree {
  /** The indexes of the pointers that end at this node or below it. */
  readonly members: number[];
  readonly children: Map<string, PointerTree>;
}

export function createPointerTree(pointers: readonly string[]): PointerTree {
  const root = emptyTree();
  for (const [index, pointer] of pointers.entries()) {
    let node = root;
    node.members.push(index);
    for (const key of splitPointer(pointer)) {
      const child = node.children.get(key) ?? emptyTree();
      node.children.set(key, child);
      child.members.push(index);
      node = child;
    }
  }
  return root;
}

const emptyTree = (): PointerTree => ({ members: [], children: new Map() });
