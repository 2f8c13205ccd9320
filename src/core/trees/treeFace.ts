import { messageOf } from "../failure.ts";
import type { Node } from "../nodes.ts";
import { isUnderWay } from "../serverState.ts";
import type { Session } from "../session.ts";
import type { BranchState } from "./branch.ts";

/** What a view says beside its nodes. */
export interface TreeFace {
  readonly kind: "waiting" | "empty" | "filled" | "failed";
  /** Above the nodes: why they may not be true any more. */
  readonly message: string | undefined;
  /** Beside the title: what they are narrowed to. */
  readonly description: string | undefined;
}

export function treeFace(session: Session, state: BranchState | undefined, narrowing: readonly string[]): TreeFace {
  const description = narrowing.length > 0 ? narrowing.join(" · ") : undefined;
  const face = (kind: TreeFace["kind"], message?: string): TreeFace => ({ kind, message, description });
  if (session.kind === "failed") return face("failed");
  if (session.kind !== "connected" || !state || state.kind === "unread") return face("waiting");
  if (state.kind === "read") return face(state.nodes.length === 0 ? "empty" : "filled");
  // Where there is nothing to keep, the rows themselves say what failed.
  const isStale = state.at !== undefined && state.nodes.length > 0;
  return face("failed", isStale ? staleness(state.at, state.error) : undefined);
}

/** Whether what a row shows is about to change by itself. */
export function isMoving(node: Node): boolean {
  if (node.kind === "deployment") return isUnderWay(node.deployment);
  if (node.kind !== "server") return false;
  return node.server.status === "generating" || (node.latest !== undefined && isUnderWay(node.latest));
}

function staleness(at: number, error: unknown): string {
  const time = new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return `Not up to date since ${time}: ${messageOf(error)}`;
}
