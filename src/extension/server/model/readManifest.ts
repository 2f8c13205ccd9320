import type { ServiceClient } from "../../../client/client.ts";
import { readHeaderTargets } from "../../../contract/registry.ts";
import type { Server } from "../../../contract/servers.ts";
import { readAvailable } from "../../base/unavailability.ts";
import { fillApiUrls } from "./addedHeaders.ts";

/** The manifest of a version, by default of the latest; undefined: there is none, or the service does not provide it. */
export async function readManifest(
  client: ServiceClient,
  { artifactId: id }: Pick<Server, "artifactId">,
  version: string | undefined,
) {
  const read = id ? await readAvailable(client.call("registry.artifact", { id, version })) : undefined;
  return read?.kind === "available" ? read.value.manifest : undefined;
}

/** The address of the API in a version's document, that at `origin` before others; undefined: the service does not say. */
export async function readApiUrl(
  client: ServiceClient,
  server: Server,
  version: string,
  origin: string | undefined,
): Promise<string | undefined> {
  const targets = readHeaderTargets(await readManifest(client, server, version));
  const urls = fillApiUrls(server, targets ?? []).filter((url) => URL.canParse(url));
  return urls.find((url) => URL.parse(url)?.origin === origin) ?? urls[0];
}
