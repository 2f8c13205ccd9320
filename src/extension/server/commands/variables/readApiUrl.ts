import type { ServiceClient } from "../../../../client/client.ts";
import { readHeaderTargets } from "../../../../contract/registry.ts";
import type { Server } from "../../../../contract/servers.ts";
import { fillApiUrls } from "../../model/addedHeaders.ts";
import { readManifest } from "../../model/readManifest.ts";

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
