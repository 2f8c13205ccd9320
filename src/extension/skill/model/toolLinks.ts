import { joinFolderPath } from "../../base/folderPath.ts";
import type { FolderPath, SkillFolders } from "../../base/skillFolders.ts";
import { listInstallTargets } from "./installTargets.ts";
import type { SkillCopy } from "./skillCopies.ts";

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
