import type { RegistryVersion } from "../../../contract/registry.ts";
import { compareSurfaces } from "../../../surface/compareSurfaces.ts";
import type { SurfaceChange } from "../../../surface/surfaceChange.ts";
import { readAvailable } from "../../base/unavailability.ts";
import { readVersionTools, type VersionToolsReading } from "./readVersionTools.ts";
import { hasSameFiles } from "./versionFiles.ts";

/**
 * What differs for callers between the tools of two versions; undefined: the tools of one of them are not known. Equal digests alone
 * prove nothing, because a service may compute them of anything.
 */
export async function compareVersionTools(
  reading: VersionToolsReading,
  before: RegistryVersion,
  after: RegistryVersion,
): Promise<readonly SurfaceChange[] | undefined> {
  const [earlier, later] = await Promise.all([readVersionTools(reading, before), readVersionTools(reading, after)]);
  if (earlier && later) return compareSurfaces(earlier, later);
  return before.digest !== undefined && before.digest === after.digest && (await haveSameFiles(reading, before, after))
    ? []
    : undefined;
}

async function haveSameFiles(
  { versions, client, artifactId, signal }: VersionToolsReading,
  ...pair: readonly [RegistryVersion, RegistryVersion]
): Promise<boolean> {
  const [some, others] = await Promise.all(
    pair.map(async ({ version = "" }) => readAvailable(versions.list(client, artifactId, version, signal))),
  );
  if (some?.kind !== "available" || others?.kind !== "available") return false;
  return some.value.length > 0 && hasSameFiles(some.value, others.value);
}
