import { hostname } from "node:os";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { SkillFolders } from "../../extension/base/skillFolders.ts";
import { createInstallFolders } from "../../extension/skill/model/disk/createInstallFolders.ts";

/** The agents' folders in a folder of this machine, which is to them what a workspace is to the editor. */
export function openSkillFolders(folder: string): SkillFolders {
  const root = { scope: "workspace", uri: pathToFileURL(folder).href, name: basename(folder) } as const;
  return createInstallFolders(hostname(), () => [root]);
}
