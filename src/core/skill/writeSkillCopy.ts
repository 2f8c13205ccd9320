import type { ServiceClient } from "../../client/client.ts";
import type { Installation, InstallationTarget } from "../../contract/skills.ts";
import { computeFileDigest } from "../foundation/fileDigest.ts";
import { formatFolderPath } from "../foundation/folderPath.ts";
import type { FolderPath, SkillFolders, SkillRoot } from "../foundation/ports.ts";
import type { InstallPlan } from "./installPlan.ts";
import { readPathInLock, updateLockFile } from "./skillCopies.ts";
import { addLockedCopy } from "./skillsLock.ts";
import type { SkillVersion } from "./skillVersion.ts";

/** The target of a skill's folder, and its lock file. */
export interface CopyTarget {
  readonly scope: SkillRoot["scope"];
  readonly agent: string;
  readonly folder: FolderPath;
  readonly lock: FolderPath;
}

/** Writes the files, then the lock, then the record at the service, so that each record has its files. */
export async function writeSkillCopy(
  folders: SkillFolders,
  client: ServiceClient,
  order: {
    readonly target: CopyTarget;
    readonly plan: InstallPlan;
    readonly version: SkillVersion;
    /** The source service. */
    readonly service: string;
  },
  signal: AbortSignal,
): Promise<Installation> {
  const { target, plan, version, service } = order;
  const { scope, agent, folder, lock } = target;
  const { skillId, artifactId, name, digest } = version;
  signal.throwIfAborted();
  await folders.change(folder, plan);
  const path = readPathInLock(target);
  const files = version.files.map((file) => ({ path: file.path, digest: computeFileDigest(file.bytes) }));
  const record = { path, agent, service, skillId, artifactId, version: version.version, digest, files };
  await updateLockFile(folders, lock, (before) => addLockedCopy(before, name, record, version.files));
  const recorded: InstallationTarget = { scope, agent, path: formatFolderPath(folder), machine: folders.machine };
  // The files are written, so the record has to follow.
  const options = { signal, confirmRequest: null };
  return client.call("skill.install", { id: skillId, version: version.version, target: recorded }, options);
}
