import * as l10n from "@vscode/l10n";
import { findCopyAt, readLockFile } from "../../../core/skill/skillCopies.ts";
import { findLockEntry } from "../../../core/skill/skillsLock.ts";
import { isSameSource } from "../../../core/skill/source/lockedSource.ts";
import type { CopyTarget, SkillOrigin } from "../../../core/skill/writeSkillCopy.ts";
import type { App } from "../../app.ts";

/** A lock file has one source for each name: why a skill cannot be added beside another one of its name. */
export async function findLockConflict(
  { folders }: Pick<App, "folders">,
  name: string,
  targets: readonly CopyTarget[],
  origin: SkillOrigin,
): Promise<string | undefined> {
  if (origin.kind === "service") return undefined;
  for (const { folder, lock } of targets) {
    const entry = findLockEntry(await readLockFile(folders, lock), name);
    const other = entry && !isSameSource(entry, origin.lockedIn(lock)) ? String(entry.source) : undefined;
    const from = other ?? (await findCopyAt(folders, folder))?.record.service;
    if (from !== undefined) return l10n.t`${name} was not added: one from ${from} is installed. Uninstall it first.`;
  }
  return undefined;
}
