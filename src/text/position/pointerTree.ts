import { splitPointer } from "./jsonPointer.ts";

/** Pointers by their keys, so that a document is walked once for all of them. */
export interface PointerTree {
  /** The places in the list of those that end here or below. */
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
