import type { ServiceClient } from "../../client/client.ts";
import type { RegistryVersion } from "../../contract/registry.ts";
import type { VersionTool } from "../../contract/routes/toolsRoute.ts";
import { compareSurfaces } from "../../surface/compareSurfaces.ts";
import { readGeneratedSurface } from "../../surface/generatedSurface.ts";
import type { SurfaceChange } from "../../surface/surfaceChange.ts";
import { readAvailable } from "../foundation/unavailability.ts";
import type { VersionFiles } from "./versionFiles.ts";

interface VersionTools {
  readonly versions: VersionFiles;
  readonly client: ServiceClient;
  readonly artifactId: string;
  readonly signal?: AbortSignal;
}

/** What differs for callers between the tools of two versions; undefined: the tools of one of them are not known. */
export async function compareVersionTools(
  reading: VersionTools,
  before: RegistryVersion,
  after: RegistryVersion,
): Promise<readonly SurfaceChange[] | undefined> {
  if (before.digest !== undefined && before.digest === after.digest) return [];
  const [earlier, later] = await Promise.all([readTools(reading, before), readTools(reading, after)]);
  return earlier && later && compareSurfaces(earlier, later);
}

/** From the files of a generated server, which any service has, else as the server listed them at a service that saves that. */
async function readTools(
  { versions, client, artifactId, signal }: VersionTools,
  { version, hasTools }: RegistryVersion,
): Promise<readonly VersionTool[] | undefined> {
  if (version === undefined) return undefined;
  const read = await readAvailable(versions.list(client, artifactId, version, signal));
  const generated = read.kind === "available" ? readGeneratedSurface(read.value) : undefined;
  if (generated || hasTools !== true) return generated;
  return client.readVersionTools({ id: artifactId, version }, signal ? { signal } : {});
}
