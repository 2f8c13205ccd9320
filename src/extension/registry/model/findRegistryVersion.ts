import type { ServiceClient } from "../../../client/client.ts";
import type { RegistryVersion } from "../../../contract/registry.ts";

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
