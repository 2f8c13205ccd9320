import type { TreeNode } from "../../workbench/nodes.ts";
import type { ArtifactWithVersion } from "./findArtifactVersion.ts";

/** A version as the target of another command. */
export function createVersionNode({ artifact, version }: ArtifactWithVersion): TreeNode {
  return { kind: "version", version, artifact, live: false };
}
