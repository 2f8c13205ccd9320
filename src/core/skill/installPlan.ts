import { computeFileDigest } from "../foundation/fileDigest.ts";
import type { CodeFile } from "../registry/versionFiles.ts";
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
  const there = new Map(present.map(({ path, bytes }) => [path, computeFileDigest(bytes)]));
  const ours = new Map((record?.files ?? []).map(({ path, digest }) => [path, digest]));
  const isForeign = (path: string) => there.has(path) && there.get(path) !== ours.get(path);
  const write = files.filter(({ path, bytes }) => there.get(path) !== computeFileDigest(bytes));
  const wanted = new Set(files.map(({ path }) => path));
  const remove = [...ours.keys()].filter((path) => there.has(path) && !wanted.has(path));
  return { write, remove, conflicts: [...write.map(({ path }) => path), ...remove].filter(isForeign) };
}

/** The files of a copy that can be deleted, and those that changed since the installation. */
export function planRemoval(
  record: Pick<LockedCopy, "files">,
  present: readonly CodeFile[],
): { readonly unchanged: readonly string[]; readonly changed: readonly string[] } {
  const there = new Map(present.map(({ path, bytes }) => [path, computeFileDigest(bytes)]));
  const left = record.files.filter(({ path }) => there.has(path));
  const isSame = ({ path, digest }: (typeof left)[number]) => there.get(path) === digest;
  const paths = (files: typeof left) => files.map(({ path }) => path);
  return { unchanged: paths(left.filter(isSame)), changed: paths(left.filter((file) => !isSame(file))) };
}
