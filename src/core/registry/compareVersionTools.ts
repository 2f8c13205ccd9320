import type { RegistryVersion } from "../../contract/registry.ts";
import { compareSurfaces } from "../../surface/compareSurfaces.ts";
import type { SurfaceChange } from "../../surface/surfaceChange.ts";
import { readVersionTools, type VersionToolsReading } from "./readVersionTools.ts";

/** What differs for callers between the tools of two versions; undefined: the tools of one of them are not known. */
export async function compareVersionTools(
  reading: VersionToolsReading,
  before: RegistryVersion,
  after: RegistryVersion,
): Promise<readonly SurfaceChange[] | undefined> {
  if (before.digest !== undefined && before.digest === after.digest) return [];
  const [earlier, later] = await Promise.all([readVersionTools(reading, before), readVersionTools(reading, after)]);
  return earlier && later && compareSurfaces(earlier, later);
}
