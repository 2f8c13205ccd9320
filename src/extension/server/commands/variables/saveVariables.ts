import type { ServiceClient } from "../../../../client/client.ts";
import type { Server } from "../../../../contract/servers.ts";
import type { EditorServices } from "../../../base/editorServices.ts";

/** Saves variables of a server; null removes a value. */
export async function saveVariables(
  { refresh }: EditorServices,
  client: ServiceClient,
  { id }: Server,
  environment: Readonly<Record<string, string | null>>,
): Promise<Server> {
  const saved = await client.call("server.update", { id, environment });
  refresh("fairlead.servers");
  return saved;
}
