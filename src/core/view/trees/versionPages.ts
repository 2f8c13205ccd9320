import type { Node, VersionedArtifact } from "../nodes.ts";
import type { NodeOf } from "../nodeText.ts";
import { fileTree } from "./fileTree.ts";
import { pageSize, type ReadPage } from "./treeSource.ts";

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

/** The files of a version, all at once: there is no operation for a part of them. They never change, so they are read once. */
export function filesOf({ artifact, version: { version } }: NodeOf<"version">): ReadPage {
  return async ({ client, versions }) => {
    const files = await versions.list(client, artifact.id, version);
    const known = files.map(({ path, bytes }) => ({ path, size: bytes.length }));
    return { nodes: fileNodes({ artifact, version, below: "", files: known }), nextCursor: null };
  };
}

/** What is in a folder of a version: it came with the version. */
export function folderContent(parent: Node): readonly Node[] {
  return parent.kind === "folder" ? fileNodes({ ...parent, below: `${parent.path}/` }) : [];
}

type Files = Pick<NodeOf<"folder">, "artifact" | "version" | "files"> & { readonly below: string };

function fileNodes({ artifact, version, files, below }: Files): readonly Node[] {
  const { folders, files: own } = fileTree(files, below);
  return [
    ...folders.map(({ path, name, files: content }): Node => {
      return { kind: "folder", path, name, files: content, version, artifact };
    }),
    ...own.map(({ path, size }): Node => ({ kind: "file", path, size, version, artifact })),
  ];
}
