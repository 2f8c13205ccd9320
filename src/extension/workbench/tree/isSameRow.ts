import { isDeepStrictEqual } from "node:util";
import type { Deployment } from "../../../contract/deployments.ts";
import { isRecording } from "../../deployment/model/readRecording.ts";
import type { TreeNode } from "../nodes.ts";

/** Whether a node need not be drawn again, nor the list below it read again. */
export function isSameRow(one: TreeNode | undefined, other: TreeNode | undefined): boolean {
  return isDeepStrictEqual(one, other) || isDeepStrictEqual(omitCallCounts(one), omitCallCounts(other));
}

/** A recording counts its calls, and no row shows how many. */
function omitCallCounts(node: TreeNode | undefined) {
  const omit = (deployment: Deployment | undefined) =>
    deployment && { ...deployment, recording: isRecording(deployment) };
  if (node?.kind === "deployment") return { ...node, deployment: omit(node.deployment) };
  return node?.kind === "server" ? { ...node, live: omit(node.live), latest: omit(node.latest) } : node;
}
