import type { Installation } from "../../../contract/skills.ts";
import { findPathProblems } from "../../../text/filePaths.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { inSequence } from "../../../text/inSequence.ts";
import { computeContentDigest, computeFileDigest } from "../../base/fileDigest.ts";
import { folderPathUri, formatFolderPath, joinFolderPath } from "../../base/folderPath.ts";
import type { FolderPath, SkillFolders, SkillRoot } from "../../base/skillFolders.ts";
import { type InstallTarget, listInstallTargets, listLockFolders } from "./installTargets.ts";
import { readSkillCopyState, type SkillCopyState } from "./skillDrift.ts";
import { omitIgnoredFiles } from "./skillFiles.ts";
import {
  emptyLock,
  fairleadSourceType,
  formatSkillsLock,
  type LockedCopy,
  lockFileName,
  parseSkillsLock,
  type SkillLockEntry,
  type SkillsLock,
} from "./skillsLock.ts";
import { computeToolHash, toToolFolderName } from "./toolHashes.ts";

/** An installed skill folder and its current state. */
export interface SkillCopy {
  readonly name: string;
  readonly scope: SkillRoot["scope"];
  readonly folder: FolderPath;
  /** The folder of its lock file. */
  readonly lock: FolderPath;
  readonly record: LockedCopy;
  readonly state: SkillCopyState;
  /** The skill's entry in the lock file. */
  readonly entry: SkillLockEntry;
  /** The `skills` command line tool wrote the copy; its lock file lists no files. */
  readonly isOfTool?: true;
}

/** All installed copies in the lock files, from every service and from elsewhere. */
export async function readSkillCopies(folders: SkillFolders): Promise<readonly SkillCopy[]> {
  const found = await Promise.all(
    listLockFolders(folders.roots()).map(async (place) =>
      // Most agents have no folder.
      (await folders.isFolder(place.lock)) ? readLockCopies(folders, place) : [],
    ),
  );
  const copies = found.flat();
  const recorded = new Set(copies.flatMap(({ folder, isOfTool }) => (isOfTool ? [] : folderPathUri(folder))));
  // An entry of the tool may name a folder that another entry records.
  return copies.filter(({ folder, isOfTool }) => !isOfTool || !recorded.has(folderPathUri(folder)));
}

/** The copy in a folder. */
export async function findCopyAt(folders: SkillFolders, folder: FolderPath): Promise<SkillCopy | undefined> {
  const isAround = ({ root, path }: FolderPath) =>
    root === folder.root && (path === "" || folder.path.startsWith(`${path}/`));
  const places = listLockFolders(folders.roots()).filter(({ lock }) => isAround(lock));
  const isThere = (path: string) => path === folderPathUri(folder);
  const found = await Promise.all(places.map((place) => readLockCopies(folders, place, isThere)));
  return found.flat().toSorted((one, other) => Number(one.isOfTool ?? false) - Number(other.isOfTool ?? false))[0];
}

/** The files of a copy: all installed ones, and added ones that are not ignored. */
export async function readSkillCopyFiles(
  folders: SkillFolders,
  { folder, record }: Pick<SkillCopy, "folder" | "record">,
): Promise<readonly FileContent[] | undefined> {
  const written = new Set(record.files.map(({ path }) => path));
  const files = await folders.read(folder, [...written]);
  const added = files && new Set(omitIgnoredFiles(files).map(({ path }) => path));
  return files?.filter(({ path }) => written.has(path) || added?.has(path));
}

export async function readLockFile(folders: SkillFolders, lock: FolderPath): Promise<SkillsLock> {
  const file = joinFolderPath(lock, lockFileName);
  const bytes = await folders.readFile(file);
  return bytes === undefined ? emptyLock : parseSkillsLock(new TextDecoder().decode(bytes), formatFolderPath(file));
}

/**
 * Reads the lock again before it replaces it, because other programs write it too. Updates follow each other: of two at once, the later
 * one would drop what the other has written.
 */
export const updateLockFile = /* @__PURE__ */ inSequence(replaceLock);

async function replaceLock(
  folders: SkillFolders,
  lock: FolderPath,
  change: (before: SkillsLock) => SkillsLock,
): Promise<void> {
  const after = change(await readLockFile(folders, lock));
  const { version: _, skills, ...others } = after;
  const isEmpty = Object.keys(skills).length === 0 && Object.keys(others).length === 0;
  const bytes = Buffer.from(formatSkillsLock(after));
  await folders.change(lock, isEmpty ? { remove: [lockFileName] } : { write: [{ path: lockFileName, bytes }] });
}

/** The path of a skill's folder in its lock file. */
export function readPathInLock({ folder, lock }: Pick<SkillCopy, "folder" | "lock">): string {
  return lock.path === "" ? folder.path : folder.path.slice(lock.path.length + 1);
}

/** The copies of one lock file; `isWanted` selects folders by their URIs. */
export async function readLockCopies(
  folders: SkillFolders,
  { scope, lock }: Pick<SkillCopy, "lock" | "scope">,
  isWanted: (folder: string) => boolean = () => true,
): Promise<readonly SkillCopy[]> {
  const locked = await readLockFile(folders, lock);
  const entries = Object.entries(locked.skills);
  const targets = entries.some(([, entry]) => isOfTool(entry)) ? await listToolTargets(folders, { scope, lock }) : [];
  const found = entries.map(([name, entry]) => {
    const of = { name, scope, lock, entry };
    if (isOfTool(entry)) return readToolCopies(folders, of, targets, isWanted);
    const records = (entry.fairlead?.copies ?? []).filter(({ path }) =>
      isWanted(folderPathUri(joinFolderPath(lock, path))),
    );
    return Promise.all(records.map((record) => readCopy(folders, of, record)));
  });
  return (await Promise.all(found)).flat();
}

type LockedSkill = Pick<SkillCopy, "entry" | "lock" | "name" | "scope">;

const isOfTool = ({ fairlead, sourceType }: SkillLockEntry) =>
  (fairlead?.copies ?? []).length === 0 && sourceType !== fairleadSourceType;

async function readCopy(folders: SkillFolders, of: LockedSkill, record: LockedCopy): Promise<SkillCopy> {
  const folder = joinFolderPath(of.lock, record.path);
  const state = readSkillCopyState(record, await readSkillCopyFiles(folders, { folder, record }));
  return { ...of, folder, record, state };
}

/** The agents' folders that exist; the tool's lock file for the user is another one. */
async function listToolTargets(
  folders: SkillFolders,
  { scope, lock }: Pick<SkillCopy, "lock" | "scope">,
): Promise<readonly InstallTarget[]> {
  if (scope === "user") return [];
  const targets = listInstallTargets(folders.roots()).filter(
    (target) => target.scope === scope && target.skills.root === lock.root,
  );
  const exist = await Promise.all(targets.map(({ skills }) => folders.isFolder(skills)));
  return targets.filter((_, index) => exist[index]);
}

/** The copies of an entry that the `skills` command line tool wrote: it records one hash, and neither places nor files. */
async function readToolCopies(
  folders: SkillFolders,
  of: LockedSkill,
  targets: readonly InstallTarget[],
  isWanted: (folder: string) => boolean,
): Promise<readonly SkillCopy[]> {
  const { lock, entry } = of;
  const name = toToolFolderName(of.name);
  if (findPathProblems([name]).length > 0) return [];
  const copies = targets.map(async ({ agent, skills }): Promise<readonly SkillCopy[]> => {
    const folder = joinFolderPath(skills, name);
    if (!isWanted(folderPathUri(folder))) return [];
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

/** The local copy of a service's installation record, if it is on this machine and in this workspace. */
export function findInstalledCopy(
  { target }: Installation,
  copies: readonly SkillCopy[],
  machine: string,
): SkillCopy | undefined {
  if (target?.path === undefined || target.machine !== machine) return undefined;
  return copies.find(({ folder }) => formatFolderPath(folder) === target.path);
}

/** Removes the links that the `skills` command line tool made in other agents' folders to a copy, and returns them. */
export async function removeToolLinks(
  folders: SkillFolders,
  { scope, folder }: Pick<SkillCopy, "folder" | "scope">,
): Promise<readonly FolderPath[]> {
  const name = folder.path.slice(folder.path.lastIndexOf("/") + 1);
  const targets = listInstallTargets(folders.roots()).filter(
    (target) => target.scope === scope && target.skills.root === folder.root,
  );
  const removed: FolderPath[] = [];
  for (const { skills } of targets) {
    const link = joinFolderPath(skills, name);
    // A folder that cannot be read has no link of the tool.
    if (await folders.removeLink(link, folder).catch(() => false)) removed.push(link);
  }
  return removed;
}
