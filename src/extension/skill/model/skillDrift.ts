import type { Skill } from "../../../contract/skills.ts";
import type { FileContent } from "../../../text/files/fileContent.ts";
import { computeContentDigest, computeFileDigest } from "../../base/fileDigest.ts";
import type { LockedCopy } from "./skillsLock.ts";

type Hosted = Pick<Skill, "latestVersion" | "digest">;

/** The state of a workspace folder compared with the hosted skill. */
export type SkillSourceState =
  | { readonly kind: "unpublished" }
  | { readonly kind: "same" }
  /** The folder equals an earlier version. */
  | { readonly kind: "older"; readonly version: string }
  | { readonly kind: "changed" };

/** `versions`: the known versions, which separate an older state from a changed one. */
export function readSkillSourceState(
  digest: string,
  hosted: Hosted | undefined,
  versions: readonly { readonly version: string; readonly digest?: string | undefined }[] = [],
): SkillSourceState {
  if (!hosted?.latestVersion) return { kind: "unpublished" };
  if (hosted.digest === digest) return { kind: "same" };
  const older = versions.find((version) => version.digest === digest);
  return older ? { kind: "older", version: older.version } : { kind: "changed" };
}

/** The state of an installed copy compared with what was installed. */
export type SkillCopyState =
  | { readonly kind: "same" }
  | { readonly kind: "missing" }
  /** Files that were changed, added or deleted. */
  | { readonly kind: "changed"; readonly paths: readonly string[]; readonly digest: string };

export function readSkillCopyState(
  written: Pick<LockedCopy, "digest" | "files">,
  found: readonly FileContent[] | undefined,
): SkillCopyState {
  if (!found?.some(({ path }) => written.files.some((file) => file.path === path))) return { kind: "missing" };
  const digest = computeContentDigest(found);
  if (digest === written.digest) return { kind: "same" };
  const before = new Map(written.files.map((file) => [file.path, file.digest]));
  const now = new Map(found.map((file) => [file.path, computeFileDigest(file.bytes)]));
  const paths = [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
  return paths.length === 0 ? { kind: "same" } : { kind: "changed", paths: paths.toSorted(), digest };
}

/** The version that a copy can be updated to; undefined when it is current. */
export function findCopyUpdate(
  copy: { readonly record: Pick<LockedCopy, "digest">; readonly state: SkillCopyState },
  hosted: Hosted | undefined,
): string | undefined {
  if (!hosted?.latestVersion) return undefined;
  const held = copy.state.kind === "changed" ? copy.state.digest : copy.record.digest;
  return held === hosted.digest || copy.record.digest === hosted.digest ? undefined : hosted.latestVersion;
}

/** The changes that bring a folder to a version. */
export interface InstallPlan {
  readonly write: readonly FileContent[];
  readonly remove: readonly string[];
  /** The files of the plan that another program created or changed; installing would lose them. */
  readonly conflicts: readonly string[];
}

/** `record`: the installed files, which can be replaced while they are unchanged. Other files of the folder stay. */
export function planInstall(
  files: readonly FileContent[],
  present: readonly FileContent[],
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
  present: readonly FileContent[],
): { readonly unchanged: readonly string[]; readonly changed: readonly string[] } {
  const presentDigests = new Map(present.map(({ path, bytes }) => [path, computeFileDigest(bytes)]));
  const left = record.files.filter(({ path }) => presentDigests.has(path));
  const isSame = ({ path, digest }: (typeof left)[number]) => presentDigests.get(path) === digest;
  const paths = (files: typeof left) => files.map(({ path }) => path);
  return { unchanged: paths(left.filter(isSame)), changed: paths(left.filter((file) => !isSame(file))) };
}
