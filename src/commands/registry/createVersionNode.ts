import type { TreeNode } from "../../core/view/nodes.ts";
import type { ArtifactWithVersion } from "./findArtifactVersion.ts";

/** A version as other commands are called on it. */
export function createVersionNode({ artifact, version }: ArtifactWithVersion): TreeNode {
  return { kind: "version", version, artifact, live: false };
}
