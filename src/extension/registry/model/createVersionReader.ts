import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";
import type { VersionReader } from "../../../surface/versionReader.ts";
import { readAvailable } from "../../base/unavailability.ts";
import type { VersionFiles } from "./versionFiles.ts";

interface VersionSource {
  readonly versions: VersionFiles;
  readonly client: ServiceClient;
  readonly artifactId: string;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the versions of an artifact at any service. */
export function createVersionReader({ versions, client, artifactId, signal }: VersionSource): VersionReader {
  return {
    find: (version) => findRegistryVersion(client, artifactId, version, signal),
    readFiles: async (version) => {
      const read = await readAvailable(versions.list(client, artifactId, version, signal));
      return read.kind === "available" ? read.value : undefined;
    },
    readListedTools: (version) => client.readVersionTools({ id: artifactId, version }, signal ? { signal } : {}),
  };
}

/** A version as the registry lists it, without its files; undefined when it does not exist. */
export async function findRegistryVersion(
  client: ServiceClient,
  artifactId: string,
  version: string,
  signal?: AbortSignal,
): Promise<RegistryVersion | undefined> {
  const versions = client.list("registry.versions", { id: artifactId, limit: 200 }, signal ? { signal } : {});
  for await (const one of versions) if (one.version === version) return one;
  return undefined;
}
