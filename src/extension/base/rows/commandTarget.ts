import type { OperationName } from "../../../contract/operations.ts";
import type { TreeNode } from "../../workbench/nodes.ts";

/** The argument of a command: a tree element, or a resource of the explorer or the editor; empty for the palette. */
export interface CommandTarget {
  readonly node?: TreeNode;
  /** All selected nodes, if there are several. */
  readonly nodes?: readonly TreeNode[];
  readonly resource?: string;
  /** The case or group of the resource. */
  readonly caseId?: string;
  readonly operation?: OperationName;
  /** A state of the operation's answer, in the service's word. */
  readonly state?: string;
}

/** Runs another command as the user would. */
export type RunCommand = (command: string, target?: CommandTarget) => Promise<void>;
