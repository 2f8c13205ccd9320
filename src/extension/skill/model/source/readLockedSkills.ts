import * as l10n from "@vscode/l10n";
import type { SkillServices } from "../../skillServices.ts";
import { listLockFolders } from "../installTargets.ts";
import { readLockCopies, readLockFile } from "../skillCopies.ts";
import { fairleadSourceType, type SkillLockEntry } from "../skillsLock.ts";
import { computeToolHash } from "../toolHashes.ts";
import { readLockedSource, toInstallableSkill } from "./lockedSource.ts";
import type { SourceSkill } from "./openedSource.ts";
import { openSkillSource, type SourceAccess } from "./openSkillSource.ts";
import { formatSourceAddress, type SkillSource, SkillSourceError } from "./skillSource.ts";

export interface LocatedSkill {
  readonly source: SkillSource;
  /** The skill's folder in its source. */
  readonly folder: string;
}

/** A skill from elsewhere that a lock file of the workspace records and no folder has, such as after a clone. */
export interface LockedSkill extends LocatedSkill {
  readonly name: string;
  readonly entry: SkillLockEntry;
}

export async function listLockedSkills({ folders }: Pick<SkillServices, "folders">): Promise<readonly LockedSkill[]> {
  const places = listLockFolders(folders.roots()).filter(({ scope }) => scope === "workspace");
  const found = places.map(async (place) => {
    const copies = await readLockCopies(folders, place);
    const here = new Set(copies.flatMap(({ name, state }) => (state.kind === "missing" ? [] : name)));
    const entries = Object.entries((await readLockFile(folders, place.lock)).skills);
    return entries.flatMap(([name, entry]): readonly LockedSkill[] => {
      if (here.has(name) || entry.sourceType === fairleadSourceType) return [];
      const located = readLockedSource(entry, name, place.lock);
      return located ? [{ name, entry, ...located }] : [];
    });
  });
  return (await Promise.all(found)).flat();
}

/** Reads a skill as the lock file records it. Throws `SkillSourceError` where its source has something else now. */
export async function readLockedSkill(
  access: SourceAccess,
  { name, entry, source, folder }: LockedSkill,
  signal: AbortSignal,
): Promise<SourceSkill> {
  const [copy] = entry.fairlead?.copies ?? [];
  // A commit of a repository stays what it is.
  const at = source.kind === "git" && copy?.commit !== undefined ? { ...source, ref: copy.commit } : source;
  const skill = await readFromSource(access, { source: at, folder }, name, signal);
  const isRecorded = copy
    ? toInstallableSkill(skill).digest === copy.digest
    : [undefined, computeToolHash(skill.files)].some((hash) => hash === entry.computedHash);
  if (isRecorded) return { ...skill, name };
  throw createOtherFilesError(name);
}

export const createOtherFilesError = (name: string) =>
  new SkillSourceError(
    l10n.t`Nothing of ${name} was written: its source has other files than the lock file records. Update it to the newest instead.`,
  );

/** Reads one skill of a source. */
export async function readFromSource(
  access: SourceAccess,
  { source, folder }: LocatedSkill,
  name: string,
  signal: AbortSignal,
): Promise<SourceSkill> {
  const only = source.kind === "git" && folder !== "" ? { ...source, folder } : source;
  await using opened = await openSkillSource(access, only, signal);
  const found = opened.skills.find((one) => one.folder === folder);
  if (!found) throw new SkillSourceError(l10n.t`${formatSourceAddress(source)} does not hold ${name} any more.`);
  // The source is open until the files are read.
  return await found.read(signal);
}
