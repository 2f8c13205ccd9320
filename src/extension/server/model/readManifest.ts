import type { ServiceClient } from "../../../client/client.ts";
import type { Server } from "../../../contract/servers.ts";
import { readAvailable } from "../../base/unavailability.ts";

/** The manifest of a version, by default of the latest; undefined: there is none, or the service does not provide it. */
export async function readManifest(
  client: ServiceClient,
  { artifactId: id }: Pick<Server, "artifactId">,
  version: string | undefined,
) {
  const read = id ? await readAvailable(client.call("registry.artifact", { id, version })) : undefined;
  return read?.kind === "available" ? read.value.manifest : undefined;
}
