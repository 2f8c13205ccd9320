import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { packServerFolder } from "../../client/files/packServerFolder.ts";
import { FolderError, folderLimits, folderLinkName, isIgnoredName } from "../../text/files/folderRules.ts";

/** A folder of code as the source of a version, as the editor uploads it, and the name that it declares. */
export async function readServerSource(cwd: string, folder: string) {
  const path = resolve(cwd, folder);
  return packServerFolder(basename(path), await readFolder(path));
}

/** The files of a folder and of the folders below it, without links and what is never deployed. */
async function readFolder(folder: string) {
  const files: { readonly path: string; readonly bytes: Uint8Array }[] = [];
  let size = 0;
  for (const path of await listPaths(folder, "")) {
    const file = join(folder, path);
    size += (await stat(file)).size;
    if (size > folderLimits.bytes)
      throw new FolderError(
        `${folder} holds more than ${folderLimits.bytes / 2 ** 20} MiB. Name the server's own folder.`,
      );
    files.push({ path, bytes: await readFile(file) });
  }
  return files;
}

async function listPaths(folder: string, below: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, below), { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = below === "" ? entry.name : `${below}/${entry.name}`;
    if (isIgnoredName(entry.name) || path === folderLinkName) continue;
    if (entry.isDirectory()) paths.push(...(await listPaths(folder, path)));
    else if (entry.isFile()) paths.push(path);
    if (paths.length > folderLimits.files)
      throw new FolderError(`${folder} holds more than ${folderLimits.files} files. Name the server's own folder.`);
  }
  return paths;
}
