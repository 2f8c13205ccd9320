interface Folder<File> {
  /** As a row calls it: a folder that holds nothing but another one shares its row. */
  readonly name: string;
  readonly path: string;
  readonly files: readonly File[];
}

/** What is right below a folder, whose path ends in `/` and is empty for the root: folders, then files, by name. */
export function fileTree<File extends { readonly path: string }>(
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
