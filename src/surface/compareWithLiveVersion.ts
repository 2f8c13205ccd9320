import type { RegistryVersion } from "../contract/registry.ts";
import { isBreaking } from "./compareSurfaces.ts";
import { findBrokenSkills } from "./findBrokenSkills.ts";
import type { SurfaceChange } from "./surfaceChange.ts";
import { compareVersionTools, type VersionReader } from "./versionReader.ts";

/** `breaking`: a deployment that breaks callers of the live version, or skills of its own. */
export interface BreakingToolChanges {
  readonly kind: "breaking";
  readonly live: string;
  readonly changes: readonly SurfaceChange[];
  /** Empty: only skills of the version are broken. */
  readonly breaking: readonly SurfaceChange[];
  /** How the tools that skills of the version name changed, a sentence each. */
  readonly skills: readonly string[];
}

/**
 * What the deployment of a version changes for callers of the live one. `unknown`: the tools of one of them are not known, which a test
 * run may change. `rollback`: the version is older than the live one.
 */
export type DeploymentToolChanges = { readonly kind: "none" | "unknown" | "rollback" } | BreakingToolChanges;

export async function compareWithLiveVersion(
  reader: VersionReader,
  live: string,
  version: string,
): Promise<DeploymentToolChanges> {
  if (live === version) return { kind: "none" };
  const [before, after] = await Promise.all([reader.find(live), reader.find(version)]);
  if (!before || !after) return { kind: "unknown" };
  const changes = await compareVersionTools(reader, before, after);
  if (!changes) return { kind: "unknown" };
  const breaking = changes.filter(isBreaking);
  if (changes.length === 0) return { kind: "none" };
  if (isOlder(after, before)) return { kind: breaking.length === 0 ? "none" : "rollback" };
  const skills = findBrokenSkills((await reader.readFiles(version)) ?? [], changes);
  if (breaking.length + skills.length === 0) return { kind: "none" };
  return { kind: "breaking", live, changes, breaking, skills };
}

/** False where a time is not known. */
export function isOlder({ publishedAt }: RegistryVersion, than: RegistryVersion): boolean {
  if (publishedAt === undefined || than.publishedAt === undefined) return false;
  return Date.parse(publishedAt) < Date.parse(than.publishedAt);
}
