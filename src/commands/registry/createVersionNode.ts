import type { Node } from "../../core/view/nodes.ts";
import type { ArtifactVersion } from "./findArtifactVersion.ts";

/** A version as other commands are called on it. */
export function versionNode({ artifact, version }: ArtifactVersion): Node {
  return { kind: "version", version, artifact, live: false };
}
