import type { OperationName } from "../../contract/operations.ts";
import type { TreeNode } from "./nodes.ts";

/** What a command was called on: a tree element, or a resource of the explorer or the editor; neither from the palette. */
export interface CommandTarget {
  readonly node?: TreeNode;
  /** All that are selected, where the node is one of several. */
  readonly nodes?: readonly TreeNode[];
  readonly resource?: string;
  /** The case of the resource, or the group of them. */
  readonly caseId?: string;
  /** One of the service's operations. */
  readonly operation?: OperationName;
}

/** Runs another command, as if the user had chosen it. */
export type RunCommand = (command: string, target?: CommandTarget) => Promise<void>;
