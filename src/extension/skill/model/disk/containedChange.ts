import { lstat, mkdir, mkdtemp, open, readdir, realpath, rename, rm, rmdir, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import * as l10n from "@vscode/l10n";
import { findPathProblems, findRepositories } from "../../../../text/filePaths.ts";
import type { FileContent } from "../../../../text/files/fileContent.ts";
import { FolderError, stagingPrefix } from "../../../../text/files/folderRules.ts";
import { inSequence } from "../../../../text/inSequence.ts";
import { readPathKind } from "./containedPath.ts";

/** Staging folders that are older than this are left over from a crash: writing takes seconds. */
const leftoverMs = 600_000;

export interface FolderChange {
  readonly write: readonly FileContent[];
  readonly remove: readonly string[];
}

/**
 * Changes files of a folder. All paths are checked before the first write. A new folder appears with all its files at once. In an
 * existing folder, each file is the old or the new one at any moment. Changes follow each other: two at once could write together what
 * neither may alone.
 */
export const changeFolder = inSequence(changeNow);

async function changeNow(folder: string, change: FolderChange, isRoot: boolean): Promise<void> {
  const removed = await check(folder, change);
  if ((await readPathKind(folder)) === "none") {
    if (change.write.length > 0) await createFolder(folder, change.write);
    return;
  }
  await replace(folder, change.write);
  for (const path of removed) await removeFile(folder, path, isRoot);
}

/** Changes a folder that the user chose, also through links; creates it if it does not exist. */
export async function fillFolder(chosen: string, change: FolderChange): Promise<void> {
  const exists = (await readPathKind(chosen)) !== "none";
  await changeFolder(exists ? await realpath(chosen) : chosen, change, true);
}

/** Checks all paths, and returns the paths to remove that exist. */
async function check(folder: string, { write, remove }: FolderChange): Promise<readonly string[]> {
  const paths = write.map(({ path }) => path);
  const [problem] = [...findPathProblems(paths), ...remove.flatMap((path) => findPathProblems([path]))];
  if (problem) throw createRefusal(folder, `"${problem.path}": ${problem.message}`);
  const folderKind = await readPathKind(folder);
  if (folderKind === "none") return [];
  if (folderKind !== "folder")
    throw createRefusal(folder, folderKind === "link" ? l10n.t("It is a link.") : l10n.t("It is not a folder."));
  for (const path of paths) {
    const kind = await readKindBelow(folder, path);
    if (kind !== "none" && kind !== "file")
      throw createRefusal(folder, l10n.t`"${path}" exists there and is not a file.`);
  }
  const [repository] = findRepositories([...paths, ...(await listAround(folder, paths))]);
  if (repository) throw createRefusal(folder, `"${repository.path}": ${repository.message}`);
  const existing: string[] = [];
  for (const path of remove) if ((await readKindBelow(folder, path)) === "file") existing.push(path);
  return existing;
}

/** Lists what exists beside the paths, at each level. */
async function listAround(folder: string, paths: readonly string[]): Promise<string[]> {
  const parents = new Set(
    paths.flatMap((path) => path.split("/").map((_, depth, parts) => parts.slice(0, depth).join("/"))),
  );
  const names = [...parents].map(async (parent) => {
    const entries = await readdir(join(folder, parent)).catch(() => []);
    return entries.map((name) => (parent === "" ? name : `${parent}/${name}`));
  });
  return (await Promise.all(names)).flat();
}

/** Reads what exists at a path; throws if a parent is not a real folder. */
async function readKindBelow(folder: string, path: string) {
  const parts = path.split("/");
  let current = folder;
  for (const part of parts.slice(0, -1)) {
    current = join(current, part);
    const kind = await readPathKind(current);
    if (kind === "none") return "none";
    if (kind === "link") throw createRefusal(folder, l10n.t`"${part}" in "${path}" is a link there.`);
    if (kind !== "folder") throw createRefusal(folder, l10n.t`"${part}" in "${path}" is a file there.`);
  }
  return readPathKind(join(current, parts.at(-1) ?? ""));
}

async function createFolder(folder: string, files: readonly FileContent[]): Promise<void> {
  const parent = dirname(folder);
  await mkdir(parent, { recursive: true });
  await withStagingFolder(parent, async (stage) => {
    // Only the owner can read the stage; a folder inside it has the usual permissions.
    const whole = join(stage, "whole");
    for (const { path, bytes } of files) {
      const target = join(whole, ...path.split("/"));
      await mkdir(dirname(target), { recursive: true });
      await writeDurably(target, bytes);
    }
    await rename(whole, folder);
  });
}

async function replace(folder: string, files: readonly FileContent[]): Promise<void> {
  if (files.length === 0) return;
  await withStagingFolder(folder, async (stage) => {
    for (const [index, { bytes }] of files.entries()) await writeDurably(join(stage, String(index)), bytes);
    for (const [index, { path }] of files.entries()) {
      const target = join(folder, ...path.split("/"));
      await mkdir(dirname(target), { recursive: true });
      await rename(join(stage, String(index)), target);
    }
  });
}

/** Creates a temporary folder on the same file system, so that renaming never copies, and removes it after the work. */
async function withStagingFolder(parent: string, work: (stage: string) => Promise<void>): Promise<void> {
  await removeLeftovers(parent);
  const stage = await mkdtemp(join(parent, stagingPrefix));
  try {
    await work(stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** A folder that the user made has another name than one of `mkdtemp`. */
const isStaging = (name: string) => name.startsWith(stagingPrefix) && name.length === stagingPrefix.length + 6;

/** Removes staging folders that a crash left. Newer ones may belong to another window. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!isStaging(name)) continue;
    const stage = join(parent, name);
    const { mtimeMs } = await lstat(stage).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs > leftoverMs && (await readPathKind(stage)) === "folder") {
      await rm(stage, { recursive: true, force: true });
    }
  }
}

/** Syncs to the disk before the file is renamed, so that a crash does not leave an empty file. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Also removes folders that become empty, including the folder of the skill. */
async function removeFile(folder: string, path: string, isRoot: boolean): Promise<void> {
  if ((await readKindBelow(folder, path)) !== "file") return;
  const target = join(folder, ...path.split("/"));
  await unlink(target);
  for (let current = dirname(target); current !== folder || !isRoot; current = dirname(current)) {
    if ((await readdir(current)).length > 0) return;
    await rmdir(current);
    if (current === folder) return;
  }
}

const createRefusal = (folder: string, reason: string) =>
  new FolderError(l10n.t`Nothing was written to ${basename(folder)}. ${reason}`);
