import * as l10n from "@vscode/l10n";
import { joinFolderPath } from "../../base/folderPath.ts";
import type { FolderPath, SkillRoot } from "../../base/skillFolders.ts";
import type { CodeFile } from "../../registry/model/versionFiles.ts";
import {
  addLockedCopy,
  findLockEntry,
  type LockedCopy,
  type LockedSource,
  LockFileError,
  parseSkillsLock,
  type SkillsLock,
  setLockEntry,
  sortFields,
} from "./skillsLock.ts";

/** The version that the `skills` command line tool writes. It discards older ones. */
const globalVersion = 3;

/** The members of a file that the tool creates. */
export const emptyGlobalLock: SkillsLock = { version: globalVersion, skills: {}, dismissed: {} };

/** The lock file that the tool has for skills of the user: in `$XDG_STATE_HOME`, or in `~/.agents`. */
export function getGlobalLockFile({ uri, stateHome }: Pick<SkillRoot, "stateHome" | "uri">): FolderPath {
  return stateHome
    ? joinFolderPath(stateHome, "skills/.skill-lock.json")
    : { root: uri, path: ".agents/.skill-lock.json" };
}

export function parseGlobalLock(text: string, file: string): SkillsLock {
  const lock = parseSkillsLock(text, file);
  if (lock.version === globalVersion) return lock;
  throw new LockFileError(
    l10n.t`${file} has version ${lock.version} of its format, and only version ${globalVersion} is understood. It was not changed.`,
    { isOlder: lock.version < globalVersion },
  );
}

/** As the tool writes it: in the order of installation, without a line break at the end. */
export function formatGlobalLock(lock: SkillsLock): string {
  const skills = Object.entries(lock.skills).map(([name, entry]) => [name, sortFields(entry, toolFields)] as const);
  return JSON.stringify({ ...lock, skills: Object.fromEntries(skills) }, null, 2);
}

const toolFields = [
  ...["source", "sourceType", "sourceUrl", "ref", "skillPath", "skillFolderHash", "pluginName"],
  ...["sourceBaseUrl", "wellKnownDigest", "installedAt", "updatedAt"],
];

/** Adds a copy with the times that the tool records. */
export function addGlobalCopy(
  lock: SkillsLock,
  name: string,
  copy: LockedCopy,
  files: readonly CodeFile[],
  source: LockedSource,
  now: string,
): SkillsLock {
  const after = addLockedCopy(lock, name, copy, files, source);
  const installedAt = findLockEntry(lock, name)?.installedAt ?? now;
  return setLockEntry(after, name, { ...findLockEntry(after, name), installedAt, updatedAt: now });
}
