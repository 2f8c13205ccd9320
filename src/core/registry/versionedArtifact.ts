import type { Artifact } from "../../contract/registry.ts";

/** What versions and files belong to, as far as it is known where they are shown. */
export interface VersionedArtifact {
  readonly id: string;
  readonly kind: Artifact["kind"];
  readonly name: string;
  /** The server or skill it is of, where they are listed below one. */
  readonly ownerId?: string;
}

/** An artifact as its versions name it: by its title, which is what people know it by. */
export function toVersionedArtifact({ id, kind, name, title }: Artifact): VersionedArtifact {
  return { id, kind, name: title || name };
}
