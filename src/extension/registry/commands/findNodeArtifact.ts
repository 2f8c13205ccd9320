import type { Artifact } from "../../../contract/registry.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import { toVersionedArtifact, type VersionedArtifact } from "../model/versionedArtifact.ts";

/** The artifact of a row; undefined if it is not published, or of another kind. */
export function findNodeArtifact(node: TreeNode | undefined, kind?: Artifact["kind"]): VersionedArtifact | undefined {
  const found = ownArtifact(node);
  return kind === undefined || found?.kind === kind ? found : undefined;
}

function ownArtifact(node: TreeNode | undefined): VersionedArtifact | undefined {
  switch (node?.kind) {
    case "artifact":
      return toVersionedArtifact(node.artifact);
    case "version":
    case "folder":
    case "file":
      return node.artifact;
    case "server":
    case "group": {
      const { id: ownerId, artifactId: id, name } = node.server;
      return id ? { id, kind: "server", name, ownerId } : undefined;
    }
    case "skill": {
      const { id: ownerId, artifactId: id, name } = node.skill;
      return id ? { id, kind: "skill", name, ownerId } : undefined;
    }
    default:
      return undefined;
  }
}
