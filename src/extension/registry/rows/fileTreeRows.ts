import * as l10n from "@vscode/l10n";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import { collectFacts, type TreeRowKind } from "../../base/rows/treeRowKind.ts";
import { versionFileUri } from "../../base/uris/virtualUris.ts";
import type { VersionedArtifact } from "../model/versionedArtifact.ts";

/** A folder of a version. */
export interface FolderNode {
  readonly kind: "folder";
  readonly path: string;
  /** The part of the path that the parent row does not show. */
  readonly name: string;
  readonly files: readonly { readonly path: string; readonly size: number }[];
  readonly version: string;
  readonly artifact: VersionedArtifact;
}

/** A file of a version. */
export interface FileNode {
  readonly kind: "file";
  readonly path: string;
  readonly size: number;
  readonly version: string;
  readonly artifact: VersionedArtifact;
}

export const folderTreeRow: TreeRowKind<FolderNode, FolderNode | FileNode> = {
  id: ({ artifact, version, path }) => `folder:${artifact.id}:${version}:${path}`,
  accessibleName: l10n.t("Folder"),
  collapsible: "collapsed",
  describe: ({ name, path, files }) => {
    const count = formatQuantity(files.length, l10n.t("file"), l10n.t("files"));
    const facts = () => collectFacts([l10n.t("Folder"), path], ["", count]);
    // A folder of the name "tools" stands below the row "Tools".
    return { label: `${name}/`, description: "", icon: "folder", facts, context: "folder" };
  },
  children: (folder) => createFileNodes({ ...folder, below: `${folder.path}/` }),
};

export const fileTreeRow: TreeRowKind<FileNode> = {
  id: ({ artifact, version, path }) => `file:${artifact.id}:${version}:${path}`,
  accessibleName: l10n.t("File"),
  describe: ({ path, size, version, artifact }) => ({
    label: path.slice(path.lastIndexOf("/") + 1),
    description: formatByteSize(size),
    icon: "file",
    facts: () =>
      collectFacts(
        [l10n.t("File"), path],
        [l10n.t("Of"), `${artifact.name} ${version}`],
        [l10n.t("Size"), formatByteSize(size)],
      ),
    context: "file",
  }),
  documentUri: ({ artifact, version, path }) =>
    versionFileUri({ name: artifact.name, artifactId: artifact.id, version, path }),
};

/** The entries of a version's folder; `below` ends in `/` and is empty for the root. */
export function createFileNodes({
  artifact,
  version,
  files,
  below,
}: Pick<FolderNode, "artifact" | "version" | "files"> & { readonly below: string }): readonly (
  | FolderNode
  | FileNode
)[] {
  const { folders, files: own } = listFolderEntries(files, below);
  return [
    ...folders.map(({ path, name, files: content }): FolderNode => {
      return { kind: "folder", path, name, files: content, version, artifact };
    }),
    ...own.map(({ path, size }): FileNode => ({ kind: "file", path, size, version, artifact })),
  ];
}
interface Folder<File> {
  /** The name of the row; a folder with a single subfolder shares its row. */
  readonly name: string;
  readonly path: string;
  readonly files: readonly File[];
}

/** The entries of a folder, whose path ends in `/` and is empty for the root: folders, then files, by name. */
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

/** The next folder between a folder and a file below it; undefined when the file is directly in it. */
function folderBelow(folder: string, path: string): string | undefined {
  const end = path.indexOf("/", folder.length + 1);
  return end === -1 ? undefined : path.slice(0, end);
}

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path.localeCompare(other.path, "en");
}
