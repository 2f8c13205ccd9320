import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, parseDocument } from "yaml";
import { createPointerTree, type PointerTree } from "./pointerTree.ts";

/** The offsets that JSON pointers lead to in YAML; 0 where the text cannot be read. */
export function locateInYaml(text: string, pointers: readonly string[]): number[] {
  const offsets = pointers.map(() => 0);
  if (pointers.every((pointer) => pointer === "")) return offsets;
  try {
    const document = parseDocument(text, { merge: true, prettyErrors: false, logLevel: "silent" });
    visit({ document, offsets }, document.contents, createPointerTree(pointers));
  } catch (error) {
    // Nested too deep to be read; a reference to nothing.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error;
  }
  return offsets;
}

interface Walk {
  readonly document: Document.Parsed;
  readonly offsets: number[];
}

function visit(walk: Walk, node: unknown, tree: PointerTree): void {
  const target = isAlias(node) ? node.resolve(walk.document) : node;
  if (isMap(target)) {
    for (const { key, value } of target.items) {
      const child = tree.children.get(keyText(key));
      if (child) step(walk, child, isNode(key) ? key : value, value);
    }
  } else if (isSeq(target)) {
    for (const [index, item] of target.items.entries()) {
      const child = tree.children.get(String(index));
      if (child) step(walk, child, item, item);
    }
  }
}

function step(walk: Walk, tree: PointerTree, place: unknown, value: unknown): void {
  const offset = isNode(place) ? startOf(place) : undefined;
  if (offset !== undefined) for (const member of tree.members) walk.offsets[member] = offset;
  visit(walk, value, tree);
}

const startOf = (node: Node) => node.range?.[0];

const keyText = (key: unknown) => String(isScalar(key) ? key.value : key);
