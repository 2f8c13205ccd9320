import type { Client } from "../../client/client.ts";
import type { Installation, InstallationTarget } from "../../contract/skills.ts";
import { digestOf } from "../foundation/fileDigest.ts";
import { pathOf } from "../foundation/folderPath.ts";
import type { Place, SkillFolders, SkillRoot } from "../foundation/ports.ts";
import type { InstallPlan } from "./installPlan.ts";
import { changeLock, pathInLock } from "./skillCopies.ts";
import { withCopy } from "./skillsLock.ts";
import type { SkillVersion } from "./skillVersion.ts";

/** Where a skill's folder is to be, and whose lock file says so. */
export interface CopyTarget {
  readonly scope: SkillRoot["scope"];
  readonly agent: string;
  readonly place: Place;
  readonly lock: Place;
}

/** Writes the files, then the lock, then tells the service: what is recorded is there. */
export async function writeCopy(
  folders: SkillFolders,
  client: Client,
  order: {
    readonly target: CopyTarget;
    readonly plan: InstallPlan;
    readonly version: SkillVersion;
    /** Which service it is from. */
    readonly service: string;
  },
  signal: AbortSignal,
): Promise<Installation> {
  const { target, plan, version, service } = order;
  const { scope, agent, place, lock } = target;
  const { skillId, artifactId, name, digest } = version;
  signal.throwIfAborted();
  await folders.change(place, plan);
  const path = pathInLock(target);
  const files = version.files.map((file) => ({ path: file.path, digest: digestOf(file.bytes) }));
  const record = { path, agent, service, skillId, artifactId, version: version.version, digest, files };
  await changeLock(folders, lock, (before) => withCopy(before, name, record, version.files));
  const recorded: InstallationTarget = { scope, agent, path: pathOf(place), machine: folders.machine };
  return client.call("skill.install", { id: skillId, version: version.version, target: recorded }, { signal });
}
