import type { TreeNode, VersionedArtifact } from "../nodes.ts";
import type { TreeNodeOfKind } from "../nodeText.ts";
import { type ReadNodePage, treePageSize } from "./treeSource.ts";

/** The versions of an artifact, newest first. */
export function createVersionPages(artifact: VersionedArtifact, liveVersion?: string): ReadNodePage {
  return async ({ client, cursor, signal }) => {
    const input = { id: artifact.id, limit: treePageSize, ...(cursor && { cursor }) };
    const { items, nextCursor } = await client.call("registry.versions", input, { signal });
    const nodes = items.map((version): TreeNode => {
      return { kind: "version", version, artifact, live: version.version === liveVersion };
    });
    return { nodes, nextCursor };
  };
}

/** The files of a version, all at once: there is no operation for a part of them. They never change, so they are read once. */
export function createFilePages({ artifact, version: { version } }: TreeNodeOfKind<"version">): ReadNodePage {
  return async ({ client, versions }) => {
    const files = await versions.list(client, artifact.id, version);
    const known = files.map(({ path, bytes }) => ({ path, size: bytes.length }));
    return { nodes: fileNodes({ artifact, version, below: "", files: known }), nextCursor: null };
  };
}

/** What is in a folder of a version: it came with the version. */
export function listFolderNodes(parent: TreeNode): readonly TreeNode[] {
  return parent.kind === "folder" ? fileNodes({ ...parent, below: `${parent.path}/` }) : [];
}

type Files = Pick<TreeNodeOfKind<"folder">, "artifact" | "version" | "files"> & { readonly below: string };

function fileNodes({ artifact, version, files, below }: Files): readonly TreeNode[] {
  const { folders, files: own } = listFolderEntries(files, below);
  return [
    ...folders.map(({ path, name, files: content }): TreeNode => {
      return { kind: "folder", path, name, files: content, version, artifact };
    }),
    ...own.map(({ path, size }): TreeNode => ({ kind: "file", path, size, version, artifact })),
  ];
}

interface Folder<File> {
  /** As a row calls it: a folder that holds nothing but another one shares its row. */
  readonly name: string;
  readonly path: string;
  readonly files: readonly File[];
}

/** What is right below a folder, whose path ends in `/` and is empty for the root: folders, then files, by name. */
export function listFolderEntries<File extends { readonly path: string }>(
  files: readonly File[],
  below = "",
): { readonly folders: readonly Folder<File>[]; readonly files: readonly File[] } {
  const inside = files.filter(({ path }) => path.startsWith(below));
  const groups = Map.groupBy(inside, ({ path }) => {
    const end = path.indexOf("/", below.length);
    return end === -1 ? undefined : path.slice(0, end);
  });
  const folders = [...groups].flatMap(([path, content]) => (path === undefined ? [] : [merged(path, content, below)]));
  const own = groups.get(undefined) ?? [];
  return { folders: folders.toSorted(byPath), files: own.toSorted(byPath) };
}

function merged<File extends { readonly path: string }>(
  path: string,
  files: readonly File[],
  below: string,
): Folder<File> {
  const [only, ...others] = new Set(files.map((file) => folderBelow(path, file.path)));
  if (only !== undefined && others.length === 0) return merged(only, files, below);
  return { name: path.slice(below.length), path, files };
}

/** The next folder on the way from one to a file in it; undefined where the file is right there. */
function folderBelow(folder: string, path: string): string | undefined {
  const end = path.indexOf("/", folder.length + 1);
  return end === -1 ? undefined : path.slice(0, end);
}

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path.localeCompare(other.path, "en");
}
