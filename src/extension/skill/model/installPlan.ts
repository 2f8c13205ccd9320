import { computeFileDigest } from "../../base/fileDigest.ts";
import type { CodeFile } from "../../registry/model/versionFiles.ts";
import type { LockedCopy } from "./skillsLock.ts";

/** The changes that bring a folder to a version. */
export interface InstallPlan {
  readonly write: readonly CodeFile[];
  readonly remove: readonly string[];
  /** The files of the plan that another program created or changed; installing would lose them. */
  readonly conflicts: readonly string[];
}

/** `record`: the installed files, which can be replaced while they are unchanged. Other files of the folder stay. */
export function planInstall(
  files: readonly CodeFile[],
  present: readonly CodeFile[],
  record: Pick<LockedCopy, "files"> | undefined,
): InstallPlan {
  const presentDigests = new Map(present.map(({ path, bytes }) => [path, computeFileDigest(bytes)]));
  const ours = new Map((record?.files ?? []).map(({ path, digest }) => [path, digest]));
  const isForeign = (path: string) => presentDigests.has(path) && presentDigests.get(path) !== ours.get(path);
  const write = files.filter(({ path, bytes }) => presentDigests.get(path) !== computeFileDigest(bytes));
  const newPaths = new Set(files.map(({ path }) => path));
  const remove = [...ours.keys()].filter((path) => presentDigests.has(path) && !newPaths.has(path));
  return { write, remove, conflicts: [...write.map(({ path }) => path), ...remove].filter(isForeign) };
}

/** The files of a copy that can be deleted, and those that changed since the installation. */
export function planRemoval(
  record: Pick<LockedCopy, "files">,
  present: readonly CodeFile[],
): { readonly unchanged: readonly string[]; readonly changed: readonly string[] } {
  const presentDigests = new Map(present.map(({ path, bytes }) => [path, computeFileDigest(bytes)]));
  const left = record.files.filter(({ path }) => presentDigests.has(path));
  const isSame = ({ path, digest }: (typeof left)[number]) => presentDigests.get(path) === digest;
  const paths = (files: typeof left) => files.map(({ path }) => path);
  return { unchanged: paths(left.filter(isSame)), changed: paths(left.filter((file) => !isSame(file))) };
}
