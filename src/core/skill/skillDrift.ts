import type { Skill } from "../../contract/skills.ts";
import { digestOf, listDigest } from "../foundation/fileDigest.ts";
import type { CodeFile } from "../registry/versionFiles.ts";
import type { LockedCopy } from "./skillsLock.ts";

type Hosted = Pick<Skill, "latestVersion" | "digest">;

/** How a folder of the workspace stands to what is hosted of it. */
export type SourceState =
  | { readonly kind: "unpublished" }
  | { readonly kind: "same" }
  /** It is what an earlier version was. */
  | { readonly kind: "older"; readonly version: string }
  | { readonly kind: "changed" };

/** `versions`: those that are known, so that an old state is told from a new one. */
export function sourceState(
  digest: string,
  hosted: Hosted | undefined,
  versions: readonly { readonly version: string; readonly digest: string }[] = [],
): SourceState {
  if (!hosted || hosted.latestVersion === null) return { kind: "unpublished" };
  if (hosted.digest === digest) return { kind: "same" };
  const older = versions.find((version) => version.digest === digest);
  return older ? { kind: "older", version: older.version } : { kind: "changed" };
}

/** How an installed copy stands to what was written there. */
export type CopyState =
  | { readonly kind: "same" }
  | { readonly kind: "missing" }
  /** Files that differ from what was written, were added or are gone. */
  | { readonly kind: "changed"; readonly paths: readonly string[]; readonly digest: string };

export function copyState(
  written: Pick<LockedCopy, "digest" | "files">,
  found: readonly CodeFile[] | undefined,
): CopyState {
  if (!found?.some(({ path }) => written.files.some((file) => file.path === path))) return { kind: "missing" };
  const digest = listDigest(found);
  if (digest === written.digest) return { kind: "same" };
  const before = new Map(written.files.map((file) => [file.path, file.digest]));
  const now = new Map(found.map((file) => [file.path, digestOf(file.bytes)]));
  const paths = [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path));
  return paths.length === 0 ? { kind: "same" } : { kind: "changed", paths: paths.toSorted(), digest };
}

/** The version that a copy can be brought to; undefined where it holds it already. */
export function updateFor(
  copy: { readonly record: Pick<LockedCopy, "digest">; readonly state: CopyState },
  hosted: Hosted | undefined,
): string | undefined {
  if (!hosted || hosted.latestVersion === null) return undefined;
  const held = copy.state.kind === "changed" ? copy.state.digest : copy.record.digest;
  return held === hosted.digest || copy.record.digest === hosted.digest ? undefined : hosted.latestVersion;
}
