import type { OperationName } from "../../../contract/operations.ts";
import type { InputFields } from "../../console/model/inputTemplate.ts";

/**
 * Everything about one kind of tree rows. A node is plain data: it is drawn again when its data differs.
 * These are methods and not properties that hold functions, because TypeScript accepts only methods of one kind for a row of any kind.
 */
export interface TreeRowKind<Node, Child = never> {
  /** The identity across refreshes: VS Code keeps expansion and selection by it. */
  id(node: Node): string;
  /** The screen reader's text before the label; undefined when the label suffices. */
  readonly accessibleName?: string;
  /** Undefined: rows of this kind have no children. */
  readonly collapsible?: "collapsed" | "expanded";
  /** Whether this row has no children although its kind is collapsible. */
  isLeaf?(node: Node): boolean;
  describe(node: Node, now: number): NodeText;
  /** The command of a click, with the node as its argument. */
  click?(node: Node): RowClick | undefined;
  /** URI of the document that a click opens; undefined: there is none. */
  opens?(node: Node): string | undefined;
  /** URI of the file that the row is: it has the icon of the file, and a click opens it. */
  documentUri?(node: Node): string;
  /** The children that need no request. */
  children?(node: Node): readonly Child[];
  /** The id of the resource at the service. */
  serviceId?(node: Node): string | undefined;
  /** The operations that can be run on it. */
  operations?(node: Node): readonly NodeOperation[];
  /** Whether the shown state is about to change. */
  isChanging?(node: Node): boolean;
}

export interface RowClick {
  readonly command: string;
  readonly title: string;
}

/** An operation that can run on the node, with known input fields. */
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

/** The text of a row; `vscode/views/createTreeItem.ts` maps it to a tree item. */
export interface NodeText {
  readonly label: string;
  readonly description: string;
  /** The description for screen readers, where it has more words. */
  readonly spokenDescription?: string;
  /** The name of a codicon. */
  readonly icon: string;
  /** The tooltip's names and values: untrusted texts of the service. Computed only for rows that need a tooltip. */
  readonly facts: () => NodeFacts;
  /** The row is greyed. */
  readonly isMuted?: true;
  /** The context value for menu conditions: the kind, then its variants, joined by dots. */
  readonly context: string;
}

export type NodeFacts = readonly (readonly [name: string, value: string])[];

/** Omits the facts without a value. */
export function collectFacts(...facts: readonly (readonly [string, string | null | undefined])[]): NodeFacts {
  return facts.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

/** A row of the Account view with constant text. */
export function createSectionTreeRow<Kind extends string>(
  kind: Kind,
  label: string,
  icon: string,
): TreeRowKind<{ readonly kind: Kind }> {
  return {
    id: () => kind,
    describe: () => ({ label, description: "", icon, facts: () => [], context: kind }),
  };
}
