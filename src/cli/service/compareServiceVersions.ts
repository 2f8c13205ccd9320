import type { ServiceClient } from "../../client/client.ts";
import { createVersionReader } from "../../extension/registry/model/createVersionReader.ts";
import { createVersionFiles } from "../../extension/registry/model/versionFiles.ts";
import { compareSurfaces } from "../../surface/compareSurfaces.ts";
import type { SurfaceChange } from "../../surface/surfaceChange.ts";
import { readVersionTools } from "../../surface/versionReader.ts";
import { UsageError } from "../command.ts";
import { findServer } from "./findServer.ts";

/** A version of a server at the service, as the command line names it. */
export const serviceVersionName = /^service:(.+)@([^@]+)$/s;

/** What differs for callers between two versions, which may be of two servers. */
export async function compareServiceVersions(
  client: ServiceClient,
  [before, after]: readonly [string, string],
  signal: AbortSignal,
): Promise<readonly SurfaceChange[]> {
  // One after the other, so that the error names the first that cannot be read.
  const earlier = await readTools(client, before, signal);
  return compareSurfaces(earlier, await readTools(client, after, signal));
}

async function readTools(client: ServiceClient, name: string, signal: AbortSignal) {
  const [, wanted = "", number = ""] = serviceVersionName.exec(name) ?? [];
  const { name: server, artifactId } = await findServer(client, wanted, signal);
  const reader = artifactId && createVersionReader({ versions: createVersionFiles(), client, artifactId, signal });
  const version = reader ? await reader.find(number) : undefined;
  if (!reader || !version) throw new UsageError(`${server} has no version ${number}.`);
  const tools = await readVersionTools(reader, version);
  if (tools) return tools;
  throw new UsageError(`The tools of ${server} ${number} are not known. Test or deploy the version, then compare it.`);
}
