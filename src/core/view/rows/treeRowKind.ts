import type { OperationName } from "../../../contract/operations.ts";
import type { InputFields } from "../../console/inputTemplate.ts";
import type { NodeText } from "../nodeText.ts";

/**
 * Everything about one kind of tree rows.
 * These are methods and not properties that hold functions, because TypeScript accepts only methods of one kind for a row of any kind.
 */
export interface TreeRowKind<Node, Child = never> {
  /** The identity across refreshes: VS Code keeps expansion and selection by it. */
  id(node: Node): string;
  /** What a screen reader says before the label; undefined where the label says it. */
  readonly accessibleName?: string;
  /** Undefined: nothing is below a row of this kind. */
  readonly collapsible?: "collapsed" | "expanded";
  /** Whether nothing is below this row, although rows of its kind are collapsible. */
  isLeaf?(node: Node): boolean;
  describe(node: Node, now: number): NodeText;
  /** Differs between two nodes of one id when they look or act differently. */
  revision(node: Node): string;
  /** What a click runs, with the node as its argument. */
  click?(node: Node): RowClick | undefined;
  /** URI of the document that a click opens. */
  documentUri?(node: Node): string;
  /** The rows below it that need no request. */
  children?(node: Node): readonly Child[];
  /** The id by which the service knows it. */
  serviceId?(node: Node): string | undefined;
  /** The operations that can be run on it. */
  operations?(node: Node): readonly NodeOperation[];
  /** Whether what the row shows is about to change by itself. */
  isChanging?(node: Node): boolean;
}

export interface RowClick {
  readonly command: string;
  readonly title: string;
}

/** An operation that can be run on what was clicked, and what its input says of it. */
export interface NodeOperation {
  readonly name: OperationName;
  readonly given: InputFields;
}

export function listOperations(names: readonly OperationName[], given: InputFields): readonly NodeOperation[] {
  return names.map((name) => ({ name, given }));
}

export function listArtifactOperations(id: string): readonly NodeOperation[] {
  return listOperations(["registry.artifact", "registry.versions", "registry.artifacts"], { id });
}
