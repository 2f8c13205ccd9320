import { type FileStat, Uri, workspace } from "vscode";
import { omitIgnoredFiles } from "../../core/skill/skillFiles.ts";
import type { SkillFile } from "../../skills/skill.ts";
import { listFolderPaths } from "../storage/folders.ts";

/** Larger ones only have to be there. */
const largest = 512 * 2 ** 10;
const nothing = new Uint8Array();

interface Known {
  /** undefined: it could not be read. */
  readonly stat: FileStat | undefined;
  readonly file: SkillFile;
}

/**
 * Lists the files of a skill's folder as they would be published, with the bytes of small ones. Asked again it answers with the same
 * objects for files that did not change.
 */
export function createFolderFiles(folder: Uri): () => Promise<readonly SkillFile[]> {
  let known: ReadonlyMap<string, Known> = new Map();
  return async () => {
    const paths = await listFolderPaths(folder, "");
    const files = paths.map(async (path) => [path, await read(folder, path, known.get(path))] as const);
    known = new Map(await Promise.all(files));
    return omitIgnoredFiles([...known.values()].map(({ file }) => file));
  };
}

async function read(folder: Uri, path: string, known: Known | undefined): Promise<Known> {
  const uri = Uri.joinPath(folder, path);
  try {
    const stat = await workspace.fs.stat(uri);
    if (known?.stat?.mtime === stat.mtime && known.stat.size === stat.size) return known;
    const bytes = stat.size > largest ? nothing : await workspace.fs.readFile(uri);
    return { stat, file: { path, bytes } };
  } catch {
    // Gone since, or not for us: then nothing in it is wrong that could be told.
    return { stat: undefined, file: { path, bytes: nothing } };
  }
}
