import type { Artifact } from "../../../contract/registry.ts";

/** The owner of versions and files, as far as the view knows it. */
export interface VersionedArtifact {
  readonly id: string;
  readonly kind: Artifact["kind"];
  readonly name: string;
  /** The server or skill, when the versions are listed below one. */
  readonly ownerId?: string;
}

/** An artifact by its title, which the user sees. */
export function toVersionedArtifact({ id, kind, name, title }: Artifact): VersionedArtifact {
  return { id, kind, name: title || name };
}
