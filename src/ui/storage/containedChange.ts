import { lstat, mkdir, mkdtemp, open, readdir, realpath, rename, rm, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FolderError, stagingPrefix } from "../../core/foundation/folderRules.ts";
import { findPathProblems } from "../../text/filePaths.ts";
import { readPathKind } from "./containedPath.ts";

/** Writing takes seconds at most. */
const leftoverMs = 600_000;

interface Content {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface FolderChange {
  readonly write: readonly Content[];
  readonly remove: readonly string[];
}

/**
 * Changes files of a folder. All paths are checked before the first byte; a folder that is new appears with all its files at
 * once, and in one that is there each file is the old or the new one at any moment.
 */
export async function changeFolder(folder: string, change: FolderChange, isRoot: boolean): Promise<void> {
  const removed = await check(folder, change);
  if ((await readPathKind(folder)) === "none") {
    if (change.write.length > 0) await appear(folder, change.write);
    return;
  }
  await replace(folder, change.write);
  for (const path of removed) await removeFile(folder, path, isRoot);
}

/** Writes files into a folder that the user chose, by whatever way it is reached; made where it is not there. */
export async function fillFolder(chosen: string, write: readonly Content[]): Promise<void> {
  const isThere = (await readPathKind(chosen)) !== "none";
  await changeFolder(isThere ? await realpath(chosen) : chosen, { write, remove: [] }, true);
}

/** Answers what there is to remove: what is written may be in the way of the rest. */
async function check(folder: string, { write, remove }: FolderChange): Promise<readonly string[]> {
  const paths = write.map(({ path }) => path);
  const [problem] = [...findPathProblems(paths), ...remove.flatMap((path) => findPathProblems([path]))];
  if (problem) throw refused(folder, `"${problem.path}": ${problem.message}`);
  const own = await readPathKind(folder);
  if (own === "none") return [];
  if (own !== "folder") throw refused(folder, own === "link" ? "It is a link." : "It is no folder.");
  for (const path of paths) {
    const kind = await kindBelow(folder, path);
    if (kind !== "none" && kind !== "file") throw refused(folder, `"${path}" is no file there.`);
  }
  const there: string[] = [];
  for (const path of remove) if ((await kindBelow(folder, path)) === "file") there.push(path);
  return there;
}

/** What stands at a file's path; every folder on the way is a real one. */
async function kindBelow(folder: string, path: string) {
  const parts = path.split("/");
  let at = folder;
  for (const part of parts.slice(0, -1)) {
    at = join(at, part);
    const kind = await readPathKind(at);
    if (kind === "none") return "none";
    if (kind !== "folder")
      throw refused(folder, `"${part}" in "${path}" is ${kind === "link" ? "a link" : "a file"} there.`);
  }
  return readPathKind(join(at, parts.at(-1) ?? ""));
}

async function appear(folder: string, files: readonly Content[]): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  await staged(parent, async (stage) => {
    // The stage is its owner's alone; a folder made in it has the usual rights.
    const whole = join(stage, "whole");
    for (const { path, bytes } of files) {
      const target = join(whole, ...path.split("/"));
      await mkdir(dirname(target), { recursive: true });
      await writeDurably(target, bytes);
    }
    await rename(whole, folder);
  });
}

async function replace(folder: string, files: readonly Content[]): Promise<void> {
  if (files.length === 0) return;
  await staged(folder, async (stage) => {
    for (const [index, { bytes }] of files.entries()) await writeDurably(join(stage, String(index)), bytes);
    for (const [index, { path }] of files.entries()) {
      const target = join(folder, ...path.split("/"));
      await mkdir(dirname(target), { recursive: true });
      await rename(join(stage, String(index)), target);
    }
  });
}

/** A folder beside what is written, so that renaming never copies; gone when the work is over. */
async function staged(parent: string, work: (stage: string) => Promise<void>): Promise<void> {
  await sweep(parent);
  const stage = await mkdtemp(join(parent, stagingPrefix));
  try {
    await work(stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** What a crash left; another window may be at work right now. */
async function sweep(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(stagingPrefix)) continue;
    const stage = join(parent, name);
    const { mtimeMs } = await lstat(stage).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > leftoverMs && (await readPathKind(stage)) === "folder") {
      await rm(stage, { recursive: true, force: true });
    }
  }
}

/** On the disk before it gets its name: a crash must not leave a name without content. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Folders that are empty after it go as well, the skill's own among them. */
async function removeFile(folder: string, path: string, isRoot: boolean): Promise<void> {
  if ((await kindBelow(folder, path)) !== "file") return;
  const target = join(folder, ...path.split("/"));
  await unlink(target);
  for (let at = dirname(target); at !== folder || !isRoot; at = dirname(at)) {
    if ((await readdir(at)).length > 0) return;
    await rmdir(at);
    if (at === folder) return;
  }
}

const refused = (folder: string, why: string) => new FolderError(`Nothing was written to ${basename(folder)}. ${why}`);
