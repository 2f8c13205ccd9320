import type { Node, VersionedArtifact } from "../nodes.ts";
import type { NodeOf } from "../nodeText.ts";
import { pageSize, type ReadPage } from "./source.ts";

/** The versions of an artifact, newest first. */
export function versionsOf(artifact: VersionedArtifact, liveVersion?: string): ReadPage {
  return async ({ client, cursor, signal }) => {
    const input = { id: artifact.id, limit: pageSize, ...(cursor && { cursor }) };
    const { items, nextCursor } = await client.call("registry.versions", input, { signal });
    const nodes = items.map((version): Node => {
      return { kind: "version", version, artifact, live: version.version === liveVersion };
    });
    return { nodes, nextCursor };
  };
}

/** The files of a version, all at once: there is no operation for a part of them. */
export function filesOf({ artifact, version: { version } }: NodeOf<"version">): ReadPage {
  return async ({ client, signal }) => {
    const { files } = await client.call("registry.artifact", { id: artifact.id, version }, { signal });
    return { nodes: files.map(({ path }): Node => ({ kind: "file", path, version, artifact })), nextCursor: null };
  };
}
