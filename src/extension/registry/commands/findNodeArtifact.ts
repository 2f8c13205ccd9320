import type { Artifact } from "../../../contract/registry.ts";
import type { TreeNode } from "../../workbench/nodes.ts";
import { toVersionedArtifact, type VersionedArtifact } from "../model/versionedArtifact.ts";

/** The artifact of a row; undefined if it is not published, or of another kind. */
export function findNodeArtifact(node: TreeNode | undefined, kind?: Artifact["kind"]): VersionedArtifact | undefined {
  const found = ownArtifact(node);
  return kind === undefined || found?.kind === kind ? found : undefined;
}

/** The version of a row, or that of the version that a file's or folder's row is in. */
export function findNodeVersion(node: TreeNode | undefined): string | undefined {
  if (node?.kind === "version") return node.version.version;
  return node?.kind === "file" || node?.kind === "folder" ? node.version : undefined;
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
