import { below, pathOf } from "../foundation/folderPath.ts";
import type { Place, SkillFolders, SkillRoot } from "../foundation/ports.ts";
import type { CodeFile } from "../registry/versionFiles.ts";
import { lockPlaces } from "./installTargets.ts";
import { type CopyState, copyState } from "./skillDrift.ts";
import { withoutIgnored } from "./skillFiles.ts";
import {
  emptyLock,
  type LockedCopy,
  lockedCopies,
  lockName,
  lockText,
  readLock,
  type SkillsLock,
} from "./skillsLock.ts";

/** A skill's folder that was installed on this machine, as it is now. */
export interface Copy {
  readonly name: string;
  readonly scope: SkillRoot["scope"];
  readonly place: Place;
  readonly lock: Place;
  readonly record: LockedCopy;
  readonly state: CopyState;
}

/** Everything installed here, from whatever service, as the lock files have it. */
export async function readCopies(folders: SkillFolders): Promise<readonly Copy[]> {
  const places = lockPlaces(folders.roots());
  const found = await Promise.all(places.map(({ scope, lock }) => copiesOf(folders, scope, lock)));
  return found.flat();
}

/** What a copy holds: all that was written, and what was added unless it is ignored. */
export async function readCopy(
  folders: SkillFolders,
  { place, record }: Pick<Copy, "place" | "record">,
): Promise<readonly CodeFile[] | undefined> {
  const written = new Set(record.files.map(({ path }) => path));
  const files = await folders.read(place, [...written]);
  const added = files && new Set(withoutIgnored(files).map(({ path }) => path));
  return files?.filter(({ path }) => written.has(path) || added?.has(path));
}

export async function readLockAt(folders: SkillFolders, lock: Place): Promise<SkillsLock> {
  const bytes = await folders.readFile(below(lock, lockName));
  return bytes === undefined ? emptyLock : readLock(new TextDecoder().decode(bytes), pathOf(below(lock, lockName)));
}

/** Replaces the lock as it is now, not as it was when the work began: others write it too. */
export async function changeLock(
  folders: SkillFolders,
  lock: Place,
  change: (before: SkillsLock) => SkillsLock,
): Promise<void> {
  const after = change(await readLockAt(folders, lock));
  const { version: _, skills, ...others } = after;
  const isEmpty = Object.keys(skills).length + Object.keys(others).length === 0;
  if (isEmpty) return folders.change(lock, { remove: [lockName] });
  await folders.change(lock, { write: [{ path: lockName, bytes: Buffer.from(lockText(after)) }] });
}

/** How a lock file names a skill's folder. */
export function pathInLock({ place, lock }: Pick<Copy, "place" | "lock">): string {
  return lock.path === "" ? place.path : place.path.slice(lock.path.length + 1);
}

async function copiesOf(folders: SkillFolders, scope: Copy["scope"], lock: Place): Promise<readonly Copy[]> {
  const locked = lockedCopies(await readLockAt(folders, lock));
  return Promise.all(
    locked.map(async ({ name, copy: record }): Promise<Copy> => {
      const place = below(lock, record.path);
      const state = copyState(record, await readCopy(folders, { place, record }));
      return { name, scope, place, lock, record, state };
    }),
  );
}
