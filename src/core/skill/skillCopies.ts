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

/** A skill's folder that was installed on this machine, as it is now. */
export interface SkillCopy {
  readonly name: string;
  readonly scope: SkillRoot["scope"];
  readonly place: FolderPath;
  readonly lock: FolderPath;
  readonly record: LockedCopy;
  readonly state: SkillCopyState;
}

/** Everything installed here, from whatever service, as the lock files have it. */
export async function readSkillCopies(folders: SkillFolders): Promise<readonly SkillCopy[]> {
  const places = listLockFolders(folders.roots());
  const found = await Promise.all(places.map(({ scope, lock }) => copiesOf(folders, scope, lock)));
  return found.flat();
}

/** What a copy holds: all that was written, and what was added unless it is ignored. */
export async function readSkillCopyFiles(
  folders: SkillFolders,
  { place, record }: Pick<SkillCopy, "place" | "record">,
): Promise<readonly CodeFile[] | undefined> {
  const written = new Set(record.files.map(({ path }) => path));
  const files = await folders.read(place, [...written]);
  const added = files && new Set(omitIgnoredFiles(files).map(({ path }) => path));
  return files?.filter(({ path }) => written.has(path) || added?.has(path));
}

export async function readLockFile(folders: SkillFolders, lock: FolderPath): Promise<SkillsLock> {
  const bytes = await folders.readFile(joinFolderPath(lock, lockFileName));
  return bytes === undefined
    ? emptyLock
    : parseSkillsLock(new TextDecoder().decode(bytes), formatFolderPath(joinFolderPath(lock, lockFileName)));
}

/** Replaces the lock as it is now, not as it was when the work began: others write it too. */
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

/** How a lock file names a skill's folder. */
export function readPathInLock({ place, lock }: Pick<SkillCopy, "place" | "lock">): string {
  return lock.path === "" ? place.path : place.path.slice(lock.path.length + 1);
}

async function copiesOf(
  folders: SkillFolders,
  scope: SkillCopy["scope"],
  lock: FolderPath,
): Promise<readonly SkillCopy[]> {
  const locked = listLockedCopies(await readLockFile(folders, lock));
  return Promise.all(
    locked.map(async ({ name, copy: record }): Promise<SkillCopy> => {
      const place = joinFolderPath(lock, record.path);
      const state = readSkillCopyState(record, await readSkillCopyFiles(folders, { place, record }));
      return { name, scope, place, lock, record, state };
    }),
  );
}
