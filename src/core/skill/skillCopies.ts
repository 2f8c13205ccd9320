import type { Installation } from "../../contract/skills.ts";
import { formatFolderPath, joinFolderPath } from "../foundation/folderPath.ts";
import type { FolderPath, SkillFolders, SkillRoot } from "../foundation/ports.ts";
import type { CodeFile } from "../registry/versionFiles.ts";
import { listLockFolders } from "./installTargets.ts";
import { readSkillCopyState, type SkillCopyState } from "./skillDrift.ts";
import { omitIgnoredFiles } from "./skillFiles.ts";
import {
  emptyLock,
  formatSkillsLock,
  type LockedCopy,
  listLockedCopies,
  lockFileName,
  parseSkillsLock,
  type SkillsLock,
} from "./skillsLock.ts";

/** An installed skill folder and its current state. */
export interface SkillCopy {
  readonly name: string;
  readonly scope: SkillRoot["scope"];
  readonly folder: FolderPath;
  readonly lock: FolderPath;
  readonly record: LockedCopy;
  readonly state: SkillCopyState;
}

/** All installed copies in the lock files, from every service. */
export async function readSkillCopies(folders: SkillFolders): Promise<readonly SkillCopy[]> {
  const places = listLockFolders(folders.roots());
  const found = await Promise.all(places.map(({ scope, lock }) => copiesOf(folders, scope, lock)));
  return found.flat();
}

/** The files of a copy: all installed ones, and added ones that are not ignored. */
export async function readSkillCopyFiles(
  folders: SkillFolders,
  { folder, record }: Pick<SkillCopy, "folder" | "record">,
): Promise<readonly CodeFile[] | undefined> {
  const written = new Set(record.files.map(({ path }) => path));
  const files = await folders.read(folder, [...written]);
  const added = files && new Set(omitIgnoredFiles(files).map(({ path }) => path));
  return files?.filter(({ path }) => written.has(path) || added?.has(path));
}

export async function readLockFile(folders: SkillFolders, lock: FolderPath): Promise<SkillsLock> {
  const bytes = await folders.readFile(joinFolderPath(lock, lockFileName));
  return bytes === undefined
    ? emptyLock
    : parseSkillsLock(new TextDecoder().decode(bytes), formatFolderPath(joinFolderPath(lock, lockFileName)));
}

/** Reads the lock again before it replaces it, because other programs write it too. */
export async function updateLockFile(
  folders: SkillFolders,
  lock: FolderPath,
  change: (before: SkillsLock) => SkillsLock,
): Promise<void> {
  const after = change(await readLockFile(folders, lock));
  const { version: _, skills, ...others } = after;
  const isEmpty = Object.keys(skills).length + Object.keys(others).length === 0;
  if (isEmpty) return folders.change(lock, { remove: [lockFileName] });
  await folders.change(lock, { write: [{ path: lockFileName, bytes: Buffer.from(formatSkillsLock(after)) }] });
}

/** The path of a skill's folder in its lock file. */
export function readPathInLock({ folder, lock }: Pick<SkillCopy, "folder" | "lock">): string {
  return lock.path === "" ? folder.path : folder.path.slice(lock.path.length + 1);
}

async function copiesOf(
  folders: SkillFolders,
  scope: SkillCopy["scope"],
  lock: FolderPath,
): Promise<readonly SkillCopy[]> {
  const locked = listLockedCopies(await readLockFile(folders, lock));
  return Promise.all(
    locked.map(async ({ name, copy: record }): Promise<SkillCopy> => {
      const folder = joinFolderPath(lock, record.path);
      const state = readSkillCopyState(record, await readSkillCopyFiles(folders, { folder, record }));
      return { name, scope, folder, lock, record, state };
    }),
  );
}

/** The local copy of a service's installation record, if it is on this machine and in this workspace. */
export function findInstalledCopy(
  { target }: Installation,
  copies: readonly SkillCopy[],
  machine: string,
): SkillCopy | undefined {
  if (target?.path === undefined || target.machine !== machine) return undefined;
  return copies.find(({ folder }) => formatFolderPath(folder) === target.path);
}
