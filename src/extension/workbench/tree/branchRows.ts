import { unprovenEnd } from "../../../contract/operation.ts";
import type { ViewId } from "../../base/ports.ts";
import type { TreeNode } from "../nodes.ts";
import { createFailureNotes, createNoMatchNote, createUnavailableNote, createUnprovenEndNote } from "./noteNodes.ts";
import { type BranchState, rootBranchId } from "./treeBranch.ts";

export interface BranchLocation {
  readonly view: ViewId;
  readonly id: string;
  /** The text when nothing of the listed resource matches the filter. */
  readonly formatNoMatch: (filter: string) => string;
  readonly filter: string;
}

/** The row that ends a list which goes on, or may. */
function createEnd(of: string, nextCursor: string | null): readonly TreeNode[] {
  if (nextCursor === null) return [];
  return nextCursor === unprovenEnd ? [createUnprovenEndNote(of)] : [{ kind: "more", of }];
}

/** The rows of a branch: its nodes, and notes in place of them or after them. */
export function createBranchRows(
  { view, id, formatNoMatch, filter }: BranchLocation,
  state: BranchState,
): readonly TreeNode[] {
  if (state.kind === "unread") return [];
  if (state.kind === "failed" && state.nodes.length === 0) {
    const quiet = createUnavailableNote(`${view} ${id}`, state.error);
    return quiet ? [quiet] : createFailureNotes(`${view} ${id}`, state.error);
  }
  const more = createEnd(`${view} ${id}`, state.nextCursor);
  if (id === rootBranchId && state.nodes.length === 0 && filter !== "") {
    return [createNoMatchNote(view, formatNoMatch(filter)), ...more];
  }
  return [...state.nodes, ...more];
}
