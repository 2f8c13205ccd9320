import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import { readAddedHeader } from "../../../../text/variables/addedHeader.ts";
import type { EditorServices } from "../../../base/editorServices.ts";

/** Saves a variable of a server; null removes its value, and with that of an added header its hosts. */
export async function saveVariable(
  { refresh }: EditorServices,
  client: ServiceClient,
  { id }: Server,
  name: string,
  value: string | null,
): Promise<Server> {
  const header = readAddedHeader(name);
  const isRemoved = value === null && header?.variable === name;
  const environment = { [name]: value, ...(isRemoved && { [header.hostsVariable]: null }) };
  const saved = await client.call("server.update", { id, environment });
  refresh("fairlead.servers");
  return saved;
}
