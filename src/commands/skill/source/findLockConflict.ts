import * as l10n from "@vscode/l10n";
import { readLockFile } from "../../../core/skill/skillCopies.ts";
import { findLockEntry } from "../../../core/skill/skillsLock.ts";
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
  for (const { lock } of targets) {
    const entry = findLockEntry(await readLockFile(folders, lock), name);
    const { source, sourceType, sourceUrl } = origin.lockedIn(lock);
    const isSame = entry?.source === source && entry.sourceType === sourceType && entry.sourceUrl === sourceUrl;
    if (entry && !isSame)
      return l10n.t`${name} was not added: one from ${String(entry.source)} is installed. Uninstall it first.`;
  }
  return undefined;
}
