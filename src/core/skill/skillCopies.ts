import type { Installation } from "../../contract/skills.ts";
import { findPathProblems } from "../../text/filePaths.ts";
import { computeContentDigest, computeFileDigest } from "../foundation/fileDigest.ts";
import { formatFolderPath, joinFolderPath } from "../foundation/folderPath.ts";
import type { FolderPath, SkillFolders, SkillRoot } from "../foundation/ports.ts";
import type { CodeFile } from "../registry/versionFiles.ts";
import { listInstallTargets, listLockFolders } from "./installTargets.ts";
import { readSkillCopyState, type SkillCopyState } from "./skillDrift.ts";
import { omitIgnoredFiles } from "./skillFiles.ts";
import {
  computeToolHash,
  emptyLock,
  fairleadSourceType,
  formatSkillsLock,
  type LockedCopy,
  lockFileName,
  parseSkillsLock,
  type SkillLockEntry,
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
  /** The skill's entry in the lock file. */
  readonly entry: SkillLockEntry;
  /** The `skills` command line tool wrote the copy; its lock file lists no files. */
  readonly isOfTool?: true;
}

/** All installed copies in the lock files, from every service. */
export async function readSkillCopies(folders: SkillFolders): Promise<readonly SkillCopy[]> {
  const places = listLockFolders(folders.roots());
  const found = await Promise.all(places.map((place) => readLockCopies(folders, place)));
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

/** The copies of one lock file. */
export async function readLockCopies(
  folders: SkillFolders,
  { scope, lock }: Pick<SkillCopy, "lock" | "scope">,
): Promise<readonly SkillCopy[]> {
  const locked = await readLockFile(folders, lock);
  const found = Object.entries(locked.skills).map(([name, entry]) => {
    const copies = entry.fairlead?.copies ?? [];
    return copies.length === 0
      ? readToolCopies(folders, { name, scope, lock, entry })
      : Promise.all(copies.map((record) => readCopy(folders, { name, scope, lock, entry }, record)));
  });
  return (await Promise.all(found)).flat();
}

type LockedSkill = Pick<SkillCopy, "entry" | "lock" | "name" | "scope">;

async function readCopy(folders: SkillFolders, of: LockedSkill, record: LockedCopy): Promise<SkillCopy> {
  const folder = joinFolderPath(of.lock, record.path);
  const state = readSkillCopyState(record, await readSkillCopyFiles(folders, { folder, record }));
  return { ...of, folder, record, state };
}

/** The copies of an entry that the `skills` command line tool wrote: it records one hash, and neither places nor files. */
async function readToolCopies(folders: SkillFolders, of: LockedSkill): Promise<readonly SkillCopy[]> {
  const { name, scope, lock, entry } = of;
  if (scope !== "workspace" || entry.sourceType === fairleadSourceType || !isFolderName(name)) return [];
  const targets = listInstallTargets(folders.roots()).filter(({ skills }) => skills.root === lock.root);
  const copies = targets.map(async ({ agent, skills }): Promise<readonly SkillCopy[]> => {
    const folder = joinFolderPath(skills, name);
    // Its links from other agents' folders are no copies.
    const files = await folders.read(folder);
    if (!files?.some(({ path }) => path === "SKILL.md")) return [];
    const digest = computeContentDigest(files);
    const isSame = entry.computedHash === computeToolHash(files);
    const state: SkillCopyState = isSame ? { kind: "same" } : { kind: "changed", paths: [], digest };
    const written = isSame ? files.map(({ path, bytes }) => ({ path, digest: computeFileDigest(bytes) })) : [];
    const version = typeof entry.ref === "string" ? entry.ref : "";
    const record: LockedCopy = { path: readPathInLock({ folder, lock }), agent, version, digest, files: written };
    return [{ ...of, folder, record, state, isOfTool: true }];
  });
  return (await Promise.all(copies)).flat();
}

const isFolderName = (name: string) => !name.includes("/") && findPathProblems([name]).length === 0;

/** The local copy of a service's installation record, if it is on this machine and in this workspace. */
export function findInstalledCopy(
  { target }: Installation,
  copies: readonly SkillCopy[],
  machine: string,
): SkillCopy | undefined {
  if (target?.path === undefined || target.machine !== machine) return undefined;
  return copies.find(({ folder }) => formatFolderPath(folder) === target.path);
}
