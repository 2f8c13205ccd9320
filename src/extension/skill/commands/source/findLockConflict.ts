import * as l10n from "@vscode/l10n";
import type { App } from "../../../workbench/app.ts";
import { findCopyAt, readLockFile } from "../../model/skillCopies.ts";
import { findLockEntry } from "../../model/skillsLock.ts";
import { isSameSource } from "../../model/source/lockedSource.ts";
import type { CopyTarget, SkillOrigin } from "../../model/writeSkillCopy.ts";

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
