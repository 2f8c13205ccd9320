import type { ServiceClient } from "../../../../client/client.ts";
import { readHeaderTargets } from "../../../../contract/registry.ts";
import type { Server } from "../../../../contract/servers.ts";
import { readAvailable } from "../../../base/unavailability.ts";
import { fillApiUrls } from "../../model/addedHeaders.ts";

/** The address of the API in a version's document, that at `origin` before others; undefined: the service does not say. */
export async function readApiUrl(
  client: ServiceClient,
  server: Server,
  version: string,
  origin: string | undefined,
): Promise<string | undefined> {
  if (!server.artifactId) return undefined;
  const read = await readAvailable(client.call("registry.artifact", { id: server.artifactId, version }));
  const targets = read.kind === "available" ? readHeaderTargets(read.value.manifest) : undefined;
  const urls = fillApiUrls(server, targets ?? []).filter((url) => URL.canParse(url));
  return urls.find((url) => URL.parse(url)?.origin === origin) ?? urls[0];
}
