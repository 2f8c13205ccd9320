import { findNodeAtLocation, type Node, type ParseError, parseTree } from "jsonc-parser";
import type { YamlPath } from "./yamlDocument.ts";

/** Reading takes about 0.1 s for a megabyte; a person writes no longer text. */
const longest = 2_000_000;

/** The nodes of a JSON text, as far as it can be read; undefined where there are none, or where it is too long or nested too deep. */
export function parseJsonTree(text: string, errors: ParseError[] = []): Node | undefined {
  if (text.length > longest) return undefined;
  try {
    return parseTree(text.replace(/^\uFEFF/, " "), errors, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The value at a path; where there is none, the nearest value around it. A service may name an index by a text. */
export function findNearestJsonNode(root: Node, path: YamlPath): Node {
  let found = root;
  for (const part of path) {
    const next = findNodeAtLocation(found, [found.type === "array" ? Number(part) : String(part)]);
    if (!next) return found;
    found = next;
  }
  return found;
}

/** The property of an object, from its name to its value; one that is being typed has no value yet. */
export function findJsonProperty(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== "object") return undefined;
  return node.children?.find(({ children }) => children?.[0]?.value === name);
}
