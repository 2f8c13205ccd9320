import type { ServiceClient } from "../../../client/client.ts";
import type { InstallationTarget } from "../../../contract/skills.ts";
import { computeFileDigest } from "../../base/fileDigest.ts";
import { folderPathUri, formatFolderPath } from "../../base/folderPath.ts";
import type { FolderPath, SkillFolders, SkillRoot } from "../../base/skillFolders.ts";
import { readLockCopies, readPathInLock, updateLockFile } from "./skillCopies.ts";
import type { InstallPlan } from "./skillDrift.ts";
import { addLockedCopy, adoptCopies, type LockedCopy, type LockedSource } from "./skillsLock.ts";
import type { InstallableSkill } from "./skillVersion.ts";
import { toToolFolderName } from "./toolHashes.ts";

/** The target of a skill's folder, and its lock file. */
export interface CopyTarget {
  readonly scope: SkillRoot["scope"];
  readonly agent: string;
  readonly folder: FolderPath;
  readonly lock: FolderPath;
}

/** Where an installed skill comes from. */
export type SkillOrigin =
  | {
      readonly kind: "service";
      readonly client: ServiceClient;
      /** The service's name in the lock file. */
      readonly service: string;
      readonly skillId: string;
      readonly artifactId: string;
    }
  /** A Git repository, an index, an archive or a folder. */
  | {
      readonly kind: "source";
      readonly lockedIn: (lock: FolderPath) => LockedSource;
      readonly commit: string | undefined;
    };

/** Writes the files, then the lock, then the record at the service, so that each record has its files. */
export async function writeSkillCopy(
  folders: SkillFolders,
  order: {
    readonly target: CopyTarget;
    readonly plan: InstallPlan;
    readonly skill: InstallableSkill;
    readonly origin: SkillOrigin;
  },
  signal: AbortSignal,
): Promise<void> {
  const { target, plan, skill, origin } = order;
  const { scope, agent, folder, lock } = target;
  const { name, version, digest } = skill;
  signal.throwIfAborted();
  await folders.change(folder, plan);
  const files = skill.files.map((file) => ({ path: file.path, digest: computeFileDigest(file.bytes) }));
  const record = { path: readPathInLock(target), agent, ...describeOrigin(origin), version, digest, files };
  const source = origin.kind === "source" ? origin.lockedIn(lock) : undefined;
  const adopted = source ? await readToolRecords(folders, target, name) : [];
  await updateLockFile(folders, lock, (before) =>
    addLockedCopy(adoptCopies(before, name, adopted), name, record, skill.files, source),
  );
  if (origin.kind === "source") return;
  const recorded: InstallationTarget = { scope, agent, path: formatFolderPath(folder), machine: folders.machine };
  // The files are written, so the record has to follow.
  const options = { signal, confirmRequest: null };
  await origin.client.call("skill.install", { id: origin.skillId, version, target: recorded }, options);
}

/** The other copies of the command line tool: with a list of copies in its entry, they would not be found any more. */
async function readToolRecords(
  folders: SkillFolders,
  target: CopyTarget,
  name: string,
): Promise<readonly LockedCopy[]> {
  const isNamed = (uri: string) => uri.endsWith(`/${toToolFolderName(name)}`);
  const copies = (await readLockCopies(folders, target, isNamed)).filter((copy) => copy.isOfTool && copy.name === name);
  const others = copies.filter(({ folder }) => folderPathUri(folder) !== folderPathUri(target.folder));
  const records = others.map(async ({ folder, record }) => {
    const files = (await folders.read(folder)) ?? [];
    return { ...record, files: files.map(({ path, bytes }) => ({ path, digest: computeFileDigest(bytes) })) };
  });
  return Promise.all(records);
}

function describeOrigin(origin: SkillOrigin) {
  if (origin.kind === "source") return origin.commit === undefined ? {} : { commit: origin.commit };
  const { service, skillId, artifactId } = origin;
  return { service, skillId, artifactId };
}
