import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import type { VersionTool } from "../../../contract/routes/toolsRoute.ts";
import { readGeneratedSurface } from "../../../surface/generatedSurface.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { VersionFiles } from "./versionFiles.ts";

export interface VersionToolsReading {
  readonly versions: VersionFiles;
  readonly client: ServiceClient;
  readonly artifactId: string;
  readonly signal?: AbortSignal;
}

/**
 * The tools of a version: from the files of a generated server, which any service has, else as the server listed them at a service that
 * saves that. undefined: they are not known.
 */
export async function readVersionTools(
  { versions, client, artifactId, signal }: VersionToolsReading,
  { version, hasTools }: Pick<RegistryVersion, "version" | "hasTools">,
): Promise<readonly VersionTool[] | undefined> {
  if (version === undefined) return undefined;
  const read = await readAvailable(versions.list(client, artifactId, version, signal));
  const generated = read.kind === "available" ? readGeneratedSurface(read.value) : undefined;
  if (generated || hasTools !== true) return generated;
  return client.readVersionTools({ id: artifactId, version }, signal ? { signal } : {});
}
